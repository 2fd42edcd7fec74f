/** What PostGraphile makes fields of: the caller's sessions, one of them, and a new one, with the rows that ours writes. */
export const FUNCTIONS = `
create or replace function my_sessions() returns setof checkout_session language sql stable as $$
  select * from checkout_session where variant = 'AUTHENTICATED' and erased_at is null and broker_id = current_setting('caller.broker_id')::uuid order by created_at desc, identifier desc
$$;

create or replace function my_session(session_identifier text) returns checkout_session language sql stable as $$
  select * from checkout_session where variant = 'AUTHENTICATED' and erased_at is null and broker_id = current_setting('caller.broker_id')::uuid and identifier = session_identifier
$$;

create or replace function checkout_session_customer(session checkout_session) returns json language sql stable as $$ select session.facts->'customer' $$;

create or replace function checkout_session_ordered_by(session checkout_session) returns json language sql stable as $$ select session.facts->'broker' $$;

create or replace function open_session(key text, request json) returns checkout_session language plpgsql volatile as $$
declare
  broker uuid := current_setting('caller.broker_id')::uuid;
  item json := request->'initialOrder'->'orderedItem'->0;
  new_identifier text := replace(gen_random_uuid()::text, '-', '');
  new_quote uuid := uuidv7();
  place record;
  price json;
  session checkout_session;
begin
  insert into idempotency_key (holder, key, fingerprint, reference, created_at)
    values ('broker:' || broker, open_session.key, encode(sha256(request::text::bytea), 'hex'), new_identifier, now());
  select opportunity.id as opportunity_id, seller.id as seller_key, offer.price_minor, offer.currency into strict place
    from opportunity join opportunity_parent as parent on parent.id = opportunity.parent_id join seller on seller.id = parent.seller_id
    join offer on (offer.opportunity_id = opportunity.id or offer.parent_id = parent.id) and offer.id = item->>'acceptedOffer'
    where opportunity.type = item->'orderedItem'->>'type' and opportunity.identifier = item->'orderedItem'->>'identifier'
      and event_status = 'SCHEDULED' and coalesce(end_date, start_date) > now() and seller.status in ('FREE', 'PAID')
      and exists (select from webhook_endpoint where broker_id = broker and kind = 'ORDER_SUCCESS')
      and (remaining_capacity is null or remaining_capacity - booked_places - coalesce((select sum(places) from place_hold as hold where hold.opportunity_id = opportunity.id and hold.expires_at > now()), 0) > 0)
    limit 1;
  price := json_build_object('amountMinor', place.price_minor, 'currency', place.currency, 'amount', to_char(place.price_minor / 100.0, 'FM999990.00'));
  insert into checkout_session (identifier, variant, broker_id, seller_id, state, facts, target_key_id, target_hash, created_at, expires_at)
    values (new_identifier, 'AUTHENTICATED', broker, place.seller_key, 'OPEN',
      json_build_object('version', 1, 'quoteId', new_quote, 'customer', request->'initialOrder'->'customer'->'person', 'broker', request->'initialOrder'->'broker',
        'orderedItem', json_build_array(json_build_object('acceptedOffer', item->'acceptedOffer', 'type', item->'orderedItem'->'type', 'identifier', item->'orderedItem'->'identifier', 'price', price)),
        'totalPaymentDue', price, 'navigationLinks', request->'navigationLinks'),
      'bench', encode(sha256(new_identifier::bytea), 'hex'), now(), now() + interval '1 day') returning * into session;
  insert into order_quote (id, checkout_session_identifier, currency, total_minor, created_at) values (new_quote, new_identifier, place.currency, place.price_minor, now());
  insert into order_item (id, quote_id, position, opportunity_id, accepted_offer, price_minor) values (uuidv7(), new_quote, 0, place.opportunity_id, item->>'acceptedOffer', place.price_minor);
  return session;
end $$;
`;
