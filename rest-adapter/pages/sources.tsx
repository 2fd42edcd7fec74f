import type { BookedThingFragment, CheckoutFactsFragment } from '../generated/operations.js';
import { CHECKOUT_TEXTS } from './checkout-texts.js';

/** Whose open data is shown, each publisher once; nothing where no feed told of it. (Creative Commons BY 4.0, §3(a)) */
export function Sources({ things }: { readonly things: readonly BookedThingFragment[] }) {
  const { source } = CHECKOUT_TEXTS;
  const sources = new Map(things.flatMap(({ attribution }) => (attribution ? [[JSON.stringify(attribution), attribution] as const] : [])));
  return (
    <>
      {[...sources.values()].map(({ publisher, licence, url }) => (
        <p class="soft">
          {source.lead} <WebLink text={publisher} address={url} />
          {licence !== null && (
            <>
              , {source.licence} <WebLink text={licenceName(licence)} address={licence} />
            </>
          )}
        </p>
      ))}
    </>
  );
}

/** A link where somebody else's address leads into the web, else the words alone. */
function WebLink({ text, address }: { readonly text: string; readonly address: string }) {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return <>{text}</>;
  return (
    <a href={address} rel="noreferrer">
      {text}
    </a>
  );
}

const CREATIVE_COMMONS = /^https?:\/\/creativecommons\.org\/licenses\/(by[a-z-]*)\/(\d\.\d)/i;

/** As people know it, else the address as it is. */
function licenceName(address: string): string {
  const [, code, version] = CREATIVE_COMMONS.exec(address) ?? [];
  return code && version ? CHECKOUT_TEXTS.source.byName(code.toUpperCase(), version) : address;
}

/** What a checkout is about, once the ticket is chosen and before. */
export function thingsOf({ opportunity, items }: Pick<CheckoutFactsFragment, 'opportunity' | 'items'>): readonly BookedThingFragment[] {
  return items.length > 0 ? items.flatMap((item) => item.opportunity ?? []) : opportunity ? [opportunity] : [];
}
