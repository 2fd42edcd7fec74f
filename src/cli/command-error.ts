/** A command cannot do what it was asked; the message is for the person who typed it. */
export class CommandError extends Error {}

interface Failure {
  readonly message: string;
  readonly problems?: readonly { readonly path: readonly string[]; readonly message: string }[];
}

/** The same for a named error of the schema: what is wrong, each problem on a line. */
export function failed({ message, problems = [] }: Failure): CommandError {
  return new CommandError([message, ...problems.map((problem) => `  ${problem.path.join('.')} ${problem.message}`)].join('\n'));
}
