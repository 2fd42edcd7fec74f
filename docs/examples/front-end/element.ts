/** Makes an element. Whatever is inside goes in as text, never as HTML, so nothing that a publisher writes can run. */
export function element<T extends keyof HTMLElementTagNameMap>(tag: T, attributes: Readonly<Record<string, string>>, ...inside: readonly (Node | string)[]): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}
