import { TERMS, wireTermOf, type Term } from '../json-ld/terms.js';
import type { Vocabulary } from '../json-ld/vocabulary.js';
import { Page } from './layout.js';

const HEADINGS = { type: 'Types', member: 'Members', value: 'Values' } as const satisfies Record<Term['kind'], string>;

/** The words of the platform's own vocabulary for people, each where its address leads. */
export function VocabularyPage({ platformUrl }: Pick<Vocabulary, 'platformUrl'>) {
  const groups = Map.groupBy(TERMS, ({ kind }) => kind);
  return (
    <Page title="Vocabulary">
      <p class="lead">
        What the words behind the prefix <code>platform:</code> mean. Software that asks this address for <code>application/ld+json</code> gets the JSON-LD context.
      </p>
      {[...groups].map(([kind, terms]) => (
        <section>
          <h2>{HEADINGS[kind]}</h2>
          <dl>
            {terms.map((term) => (
              <>
                <dt id={term.name}>
                  <code>{term.kind === 'value' ? `${platformUrl}/${term.name}` : wireTermOf(term)}</code>
                </dt>
                <dd>{term.says}</dd>
              </>
            ))}
          </dl>
        </section>
      ))}
    </Page>
  );
}
