/** A text in which no e-mail address is left, whatever else an error or a member of staff had to say. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s@<>()[\]"',;:=]+@[^\s@<>()[\]"',;:=]+/g, '***');
}
