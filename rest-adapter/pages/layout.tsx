import type { Child } from 'hono/jsx';
import { PRIVACY_TEXTS } from './privacy-texts.js';
import { TEXTS } from './texts.js';

export interface PageProps {
  readonly title: string;
  readonly broker?: { readonly name: string; readonly url: string; readonly accentColor: string | null } | undefined;
  /** Each wrong field: its id, and what to do about it. */
  readonly errors?: readonly FieldError[];
  readonly back?: string | undefined;
  readonly children?: Child;
}

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The frame of every page. Text is escaped; there is no script and nothing from elsewhere. */
export function Page({ title, broker, errors = [], back, children }: PageProps) {
  const accent = broker?.accentColor?.replace('#', '').toLowerCase();
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${errors.length > 0 ? `${TEXTS.errorPrefix}: ` : ''}${title} – ${TEXTS.service}`}</title>
        <link rel="stylesheet" href="/assets/courtside.css" />
        {accent && <link rel="stylesheet" href={`/assets/accent-${accent}.css`} />}
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#main">
          {TEXTS.skip}
        </a>
        <header class="top">
          <p>{broker?.name ?? TEXTS.service}</p>
        </header>
        <main id="main">
          {back && (
            <a class="back" href={back}>
              {TEXTS.back}
            </a>
          )}
          {errors.length > 0 && <ErrorSummary errors={errors} />}
          <h1>{title}</h1>
          {children}
        </main>
        <footer>
          {broker && broker.name !== TEXTS.service ? `${broker.name} · ${TEXTS.service}` : TEXTS.service} · <a href="/privacy">{PRIVACY_TEXTS.link}</a>
        </footer>
      </body>
    </html>
  );
}

function ErrorSummary({ errors }: { readonly errors: readonly FieldError[] }) {
  return (
    <div class="errors" role="alert" tabindex={-1} aria-labelledby="error-summary" autofocus>
      <h2 id="error-summary">{TEXTS.errorSummary}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A form of a journey: it goes to its own page, with the token that shows that this page made it. */
export function Form({ action, token, children }: { readonly action: string; readonly token: string; readonly children?: Child }) {
  return (
    <form method="post" action={action} novalidate>
      <input type="hidden" name="formToken" value={token} />
      {children}
    </form>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Radio buttons under a question. The first carries the field's name as its id, so that the error summary leads there. */
export function Radios({ name, question, isAskedByTitle = false, choices, chosen, error }: { readonly name: string; readonly question: string; readonly isAskedByTitle?: boolean; readonly choices: readonly Choice[]; readonly chosen?: string | null; readonly error?: string | undefined }) {
  return (
    <fieldset class={error ? 'wrong' : undefined} aria-describedby={error ? `${name}-error` : undefined}>
      <legend class={isAskedByTitle ? 'visually-hidden' : undefined}>{question}</legend>
      {error && <FieldErrorText id={`${name}-error`} message={error} />}
      {choices.map(({ value, label, hint }, index) => {
        const id = index === 0 ? name : `${name}-${index + 1}`;
        return (
          <div class="choice">
            <input type="radio" id={id} name={name} value={value} checked={chosen === value} aria-describedby={hint ? `${id}-hint` : undefined} />
            <label for={id}>
              {label}
              {hint && (
                <span class="hint" id={`${id}-hint`}>
                  {hint}
                </span>
              )}
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}

export function FieldErrorText({ id, message }: { readonly id: string; readonly message: string }) {
  return (
    <p class="error" id={id}>
      <span class="visually-hidden">{TEXTS.errorPrefix}: </span>
      {message}
    </p>
  );
}

export interface SummaryRow {
  readonly term: string;
  readonly value: string;
  /** Where the answer can be changed. */
  readonly change?: string | undefined;
}

export function SummaryList({ rows }: { readonly rows: readonly SummaryRow[] }) {
  return (
    <dl class="summary">
      {rows.map(({ term, value, change }) => (
        <div>
          <dt>{term}</dt>
          <dd>{value}</dd>
          {change && (
            <dd class="action">
              <a href={change}>
                {TEXTS.check.change}
                <span class="visually-hidden"> {term.toLowerCase()}</span>
              </a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Where somebody came from, as a plain link that says where it leads; nothing leads there by itself. */
export function WayBack({ broker }: { readonly broker: { readonly name: string; readonly url: string } }) {
  return <OutsideLink text={TEXTS.wayBack(broker.name)} url={broker.url} />;
}

/** A link that somebody else gave us: http or https only, and it says to which host it leads. */
export function OutsideLink({ text, url }: { readonly text: string; readonly url: string }) {
  const host = /^https?:/i.test(url) ? URL.parse(url)?.host : undefined;
  if (host === undefined) return <></>;
  return (
    <p>
      <a href={url} rel="noreferrer">
        {text}
      </a>{' '}
      <span class="soft">({host})</span>
    </p>
  );
}

export interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly type?: 'text' | 'email';
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** One line to type, with its label above and what is wrong with it between. */
export function TextField({ name, label, value, autocomplete, type = 'text', hint, error }: TextFieldProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return (
    <div class={error ? 'field wrong' : 'field'}>
      <label for={name}>{label}</label>
      {hint && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {error && <FieldErrorText id={`${name}-error`} message={error} />}
      <input id={name} name={name} type={type} value={value} autocomplete={autocomplete} spellcheck={false} aria-invalid={error ? 'true' : undefined} aria-describedby={described || undefined} />
    </div>
  );
}
