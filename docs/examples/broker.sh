#!/bin/sh
# A broker by hand, with curl, openssl and Node (for JSON). Without settings it is the demo broker of a gateway that `npm start` runs.
#   broker.sh session               open a checkout for one customer, and print the session's address and where to send the customer
#   broker.sh webhooks              print the latest webhooks and how each attempt ended, as the gateway has them
#   broker.sh sign <body>           print the headers that come with a webhook of this body
#   broker.sh verify <head> <body>  whether a webhook is genuine: a file with its headers, one a line, and one with the bytes of its body
set -eu
: "${GATEWAY_URL:=http://localhost:4000}"
: "${API_KEY:=ck_test_demofitnessfinder_notasecretbecauseitisprintedinthereadme1}"
: "${WEBHOOK_KEY:=wk_demofitnessfinder_notasecretbecauseitisinthecode}"
: "${SIGNING_SECRET:=whsec_bm90IGEgc2VjcmV0LCBzaW5jZSBpdCBpcyBwcmludGVkIGluIHRoZSBjb2Rl}"
: "${OPPORTUNITY:=demo-free}"
: "${OFFER:=https://demo.courtside.example/offers/free}"

# Sends standard input as JSON to a path; prints the answer. Fails, with the answer on standard error, unless it is a 2xx.
call() {
  answer=$(curl -sS --max-time 15 -w '\n%{http_code}' "$GATEWAY_URL$1" -H "X-API-KEY: $API_KEY" -H 'Content-Type: application/json' -H 'Accept: application/json' --data-binary @-)
  case ${answer##*
} in
    2??) printf '%s\n' "${answer%
*}" ;;
    *) printf '%s\n' "$answer" >&2; return 1 ;;
  esac
}

# contract §4 row 5
open_session() {
  session=$(call /api/checkout-sessions <<JSON
{
  "@context": ["https://openactive.io/", "$GATEWAY_URL/ns"],
  "type": "platform:CheckoutSession",
  "platform:initialOrder": {
    "type": "OrderQuote",
    "customer": { "type": "Person", "identifier": "member-42", "givenName": "Ada", "familyName": "Clarke", "email": "ada.clarke@example.com" },
    "broker": { "type": "Organization", "name": "Fitness Finder", "url": "https://fitness-finder.example" },
    "orderedItem": [
      { "type": "OrderItem", "acceptedOffer": "$OFFER", "orderedItem": { "type": "ScheduledSession", "identifier": "$OPPORTUNITY" } }
    ]
  }
}
JSON
)
  printf 'session: %s\n' "$(printf '%s' "$session" | read_json 'json.id')"
  printf 'target: %s\n' "$(printf '%s' "$session" | read_json 'json.potentialAction[0].target')"
}

# The body is what the success webhook was sent (contract §6); null until the first attempt.
list_webhooks() {
  call /graphql <<'JSON' | read_json 'JSON.stringify(json.data ?? json, null, 2)'
{ "query": "{ webhookDeliveries(first: 5) { nodes { id kind state body attempts { number at status error } } } }" }
JSON
}

read_json() {
  node -p "const json = JSON.parse(require('node:fs').readFileSync(0, 'utf8')); $1"
}

# Standard Webhooks, version 1: HMAC-SHA-256 over id, time and the bytes of the body, in base64. (contract §5.3 wants the key alone)
# openssl shows its key to whoever lists the processes of this machine: for trying things out, not for a server.
signature() { # <secret> <id> <timestamp> <body>
  key=$(printf '%s' "${1#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  { printf '%s.%s.' "$2" "$3"; cat "$4"; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A | sed 's/^/v1,/'
}

sign() {
  id=$(node -p 'crypto.randomUUID()')
  timestamp=$(date +%s)
  printf 'Content-Type: application/json\nX-Api-Key: %s\nwebhook-id: %s\nwebhook-timestamp: %s\nwebhook-signature: %s\n' \
    "$WEBHOOK_KEY" "$id" "$timestamp" "$(signature "$SIGNING_SECRET" "$id" "$timestamp" "$1")"
}

verify() { # <head> <body>
  header() { tr -d '\r' <"$head" | awk -v name="$1:" 'index(tolower($0), name) == 1 { sub(/^[^:]*:[ \t]*/, ""); print; exit }'; }
  head=$1
  timestamp=$(header webhook-timestamp)
  [ "$(header x-api-key)" = "$WEBHOOK_KEY" ] || refuse WRONG_KEY
  case $timestamp in '' | *[!0-9]*) refuse BAD_HEADERS ;; esac
  age=$(($(date +%s) - timestamp))
  [ "$age" -le 300 ] || refuse TOO_OLD
  [ "$age" -ge -300 ] || refuse TOO_NEW
  case " $(header webhook-signature) " in # there are several while the secret is being changed
    *" $(signature "$SIGNING_SECRET" "$(header webhook-id)" "$timestamp" "$2") "*) echo "genuine: $(header webhook-id)" ;;
    *) refuse WRONG_SIGNATURE ;;
  esac
}

refuse() {
  echo "refused: $1"
  exit 1
}

case ${1:-} in
  session) open_session ;;
  webhooks) list_webhooks ;;
  sign) sign "$2" ;;
  verify) verify "$2" "$3" ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
