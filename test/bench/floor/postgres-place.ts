/** What decides whether an offer of an item can be booked, if the broker hears of its orders at all. */
export const PLACE = `select item.id as opportunity_id, item.start_date, item.end_date, item.event_status, item.remaining_capacity, item.booked_places,
  (select sum(hold.places) from place_hold as hold where hold.opportunity_id = item.id and hold.expires_at > $1) as held,
  seller.id as seller_key, seller.status, seller.can_take_payments, offer.price_minor, offer.currency
  from opportunity as item join opportunity_parent as parent on parent.id = item.parent_id join seller on seller.id = parent.seller_id
  join offer on (offer.opportunity_id = item.id or offer.parent_id = parent.id) and offer.id = $2
  where item.type = $3 and item.identifier = $4 and exists (select from webhook_endpoint where broker_id = $5 and kind = 'ORDER_SUCCESS')
  order by offer.opportunity_id is null limit 1`;
