import { Page } from './layout.js';
import type { PageHandler } from './page-exchange.js';
import { PRIVACY_TEXTS } from './privacy-texts.js';

/** The same for everybody; it asks the gateway nothing. */
export const showPrivacy: PageHandler = async () => ({ status: 200, page: <PrivacyPage /> });

function PrivacyPage() {
  return (
    <Page title={PRIVACY_TEXTS.title}>
      <p class="lead">{PRIVACY_TEXTS.lead}</p>
      {PRIVACY_TEXTS.sections.map(({ heading, points }) => (
        <section>
          <h2>{heading}</h2>
          <ul>
            {points.map((point) => (
              <li>{point}</li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
