import type { BookedThingFragment, CheckoutFactsFragment, CheckoutTargetFactsFragment } from '../generated/operations.js';
import { CHECKOUT_TEXTS } from './checkout-texts.js';
import { Form, OutsideLink, SummaryList, WayBack } from './layout.js';
import { Sources } from './sources.js';
import { TEXTS } from './texts.js';
import { nameOf, timeOf, whenOf, whereOf } from './wording.js';

/** What is booked: each thing once, with how many places of it, and whose data says so. */
export function Things({ things }: { readonly things: readonly BookedThingFragment[] }) {
  const { facts, places } = CHECKOUT_TEXTS;
  const counted = Map.groupBy(things, ({ id }) => id);
  return (
    <>
      {[...counted.values()].map((same) => {
        const [thing] = same;
        if (!thing) return <></>;
        const rows = [
          { term: facts.what, value: same.length > 1 ? `${nameOf(thing)}, ${places(same.length)}` : nameOf(thing) },
          { term: facts.when, value: whenOf(thing) },
          { term: facts.where, value: whereOf(thing) },
          { term: facts.seller, value: thing.organizer.name },
        ];
        return <SummaryList rows={rows} />;
      })}
      <Sources things={things} />
    </>
  );
}

type Held = Pick<CheckoutFactsFragment, 'id' | 'holdExpiresAt' | 'holdSecondsLeft' | 'opportunity'>;

/** Until when the places are held; the time that is left counts down by style alone, and is said in words beside it. */
export function HoldPanel({ checkout: { id, holdExpiresAt, holdSecondsLeft, opportunity }, formToken }: { readonly checkout: Held; readonly formToken: string }) {
  const { hold } = CHECKOUT_TEXTS;
  return (
    <section class="inset" aria-labelledby="hold">
      <h2 id="hold">{hold.heading}</h2>
      {holdExpiresAt !== null && holdSecondsLeft !== null ? (
        <>
          <link rel="stylesheet" href={`/assets/countdown-${holdSecondsLeft}.css`} />
          <p>{hold.until(timeOf(holdExpiresAt, opportunity?.timeZone ?? 'Europe/London'))}</p>
          <p class="countdown" aria-hidden="true">
            {hold.left}{' '}
          </p>
        </>
      ) : (
        <p>{hold.over}</p>
      )}
      <Form action={`/checkouts/${id}/hold`} token={formToken}>
        <button type="submit" class="secondary">
          {hold.more}
        </button>
      </Form>
    </section>
  );
}

type Links = CheckoutTargetFactsFragment['navigationLinks'];

/** The broker's way back of this kind, in its own words, else its home page. (contract §2 NavigationLink) */
export function WaysBack({ broker, links, kind }: { readonly broker: { readonly name: string; readonly url: string }; readonly links: Links; readonly kind: 'BackToBrokerLink' | 'BackToBrokerUserProfileLink' }) {
  const link = links.find(({ linkType }) => linkType.endsWith(`/${kind}`));
  if (link) return <OutsideLink text={link.name} url={link.url} />;
  return broker.name === TEXTS.service ? <></> : <WayBack broker={broker} />;
}

/** Where another time of the same can be booked. */
export function alternativeAddress({ __typename, identifier }: BookedThingFragment): string {
  return `/checkout/${__typename === 'Slot' ? 'slots' : 'scheduled-sessions'}/${encodeURIComponent(identifier)}`;
}
