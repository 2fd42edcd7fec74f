/** The one style sheet: a narrow column, large type, clear focus; light and dark; on paper without chrome. Patterns after the GOV.UK Design System. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #0b0c0c; --paper: #ffffff; --soft: #505a5f; --line: #b1b4b6; --link: #1a5cb0; --button: #00703c; --button-ink: #ffffff; --error: #b3200c; --panel: #e8f3ec; --focus: #ffdd00; --focus-ink: #0b0c0c; --accent: #1d4d4f; --accent-ink: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #f3f2f1; --paper: #14181a; --soft: #b9bec1; --line: #5b6468; --link: #8ec1ff; --button: #5fd38d; --button-ink: #06220f; --error: #ff9c8c; --panel: #1d2b23; } }
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; display: block; padding: .75rem 1rem; }
header.top { background: var(--accent); color: var(--accent-ink); }
header.top p { margin: 0 auto; max-width: 42rem; padding: .9rem 1rem; font-weight: 700; font-size: 1.125rem; }
main { max-width: 42rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
footer { max-width: 42rem; margin: 0 auto; padding: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9375rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .75rem 0 1.25rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 1.75rem 0 .5rem; }
p, ul, dl { margin: 0 0 1rem; }
ul { padding-left: 1.25rem; }
li { margin-bottom: .35rem; }
a { color: var(--link); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: .15em; }
.lead { font-size: 1.1875rem; }
.soft { color: var(--soft); }
.back { display: inline-flex; align-items: center; min-height: 44px; }
a:focus-visible, button:focus-visible, input:focus-visible, h1:focus-visible, .errors:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--focus); outline-offset: 0; box-shadow: 0 0 0 6px var(--focus-ink); }
@media (prefers-color-scheme: dark) { a:focus-visible, button:focus-visible, input:focus-visible, h1:focus-visible, .errors:focus-visible { box-shadow: none; outline-offset: 3px; } }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: .6rem 1.25rem; font: inherit; font-weight: 700; color: var(--button-ink); background: var(--button); border: 2px solid transparent; border-radius: 4px; cursor: pointer; text-decoration: none; }
button:hover, .button:hover { filter: brightness(.92); }
button.secondary { color: var(--link); background: transparent; border-color: var(--link); }
.field { margin-bottom: 1.5rem; }
.field label { display: block; font-weight: 700; margin-bottom: .25rem; }
.field input { width: 100%; max-width: 28rem; min-height: 48px; padding: .5rem .75rem; font: inherit; color: var(--ink); background: var(--paper); border: 2px solid var(--ink); border-radius: 0; }
.field.wrong input { border-color: var(--error); }
.inset h2 { margin-top: 0; font-size: 1.0625rem; }
.inset form { margin-bottom: .5rem; }
.pass { border: 1px solid var(--line); padding: 1rem 1.25rem; margin-bottom: 1.5rem; break-inside: avoid; }
.pass h2 { margin-top: 0; }
.qr { display: block; width: 240px; max-width: 100%; height: auto; background: #ffffff; margin-bottom: 1rem; }
.code { font-size: 1.5rem; letter-spacing: .15em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); padding: 1rem; font-size: .875rem; }
.panel { background: var(--panel); border-left: 6px solid var(--button); padding: 1rem 1.25rem; margin-bottom: 1.5rem; }
.panel > :last-child { margin-bottom: 0; }
.inset { border-left: 6px solid var(--line); padding: .25rem 0 .25rem 1rem; margin: 0 0 1.25rem; }
.errors { border: 4px solid var(--error); padding: 1rem 1.25rem; margin: .75rem 0 1.5rem; }
.errors h2 { margin-top: 0; }
.errors ul { margin-bottom: 0; }
.errors a, .error { color: var(--error); font-weight: 700; }
form { margin-bottom: 1.5rem; }
fieldset { border: 0; margin: 0 0 1.5rem; padding: 0; min-width: 0; }
legend { float: left; width: 100%; font-weight: 700; font-size: 1.1875rem; padding: 0; margin-bottom: .75rem; }
legend + * { clear: both; }
.wrong { border-left: 6px solid var(--error); padding-left: 1rem; }
.choice { display: flex; gap: .75rem; align-items: flex-start; margin-bottom: .75rem; min-height: 44px; }
.choice input { flex: none; width: 44px; height: 44px; margin: 0; accent-color: var(--button); }
.choice label { padding-top: .6rem; cursor: pointer; }
.hint { display: block; color: var(--soft); }
dl.summary { border-top: 1px solid var(--line); }
dl.summary > div { display: grid; grid-template-columns: 1fr 1.6fr 4rem; gap: .25rem 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
dl.summary + dl.summary { margin-top: -1rem; }
dl.summary dt { font-weight: 700; }
dl.summary dd { margin: 0; }
dl.summary dd.action a { display: inline-flex; align-items: center; min-height: 44px; margin: -.6rem 0; }
@media (max-width: 32rem) { dl.summary > div { grid-template-columns: 1fr; } h1 { font-size: 1.5rem; } button, .button { width: 100%; } }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media print { :root { color-scheme: light; --ink: #000000; --paper: #ffffff; --soft: #000000; --line: #808080; --panel: #ffffff; --link: #000000; } header.top, .skip, .back, button, .button, footer, .no-print { display: none; } main { max-width: none; padding: 0; } }
`;

/** A sheet that counts down from so many seconds, without a script; the page says the same in words. */
export function countdownStyle(seconds: number): string {
  return `
@property --seconds-left { syntax: '<integer>'; initial-value: 0; inherits: false; }
@property --minutes { syntax: '<integer>'; initial-value: 0; inherits: false; }
@property --seconds { syntax: '<integer>'; initial-value: 0; inherits: false; }
@keyframes countdown { from { --seconds-left: ${seconds}; } to { --seconds-left: 0; } }
.countdown::after { animation: countdown ${seconds}s linear forwards; --minutes: calc(var(--seconds-left) / 60 - .499); --seconds: calc(var(--seconds-left) - 60 * var(--minutes)); counter-reset: minutes var(--minutes) seconds var(--seconds); content: counter(minutes) ':' counter(seconds, decimal-leading-zero); font-weight: 700; font-variant-numeric: tabular-nums; }
`;
}

const HEX = /^[0-9a-f]{6}$/;

/** A broker's colour as the band at the top, with whichever of black and white can be read on it. Undefined for anything but six hexadecimal digits. */
export function accentStyle(hex: string): string | undefined {
  if (!HEX.test(hex)) return undefined;
  return `:root { --accent: #${hex}; --accent-ink: ${contrastWithWhite(hex) >= 4.5 ? '#ffffff' : '#000000'}; }`;
}

/** WCAG 2.2 contrast ratio of a colour against white. Black on it is readable whenever white is not. */
function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
