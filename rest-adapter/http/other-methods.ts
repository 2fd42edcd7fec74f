const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** For every path, the methods that it takes and those that it refuses. */
export function otherMethods(routes: readonly { readonly method: string; readonly path: string }[]): Map<string, { allowed: string[]; refused: string[] }> {
  const paths = Map.groupBy(routes, ({ path }) => path);
  return new Map(
    [...paths].map(([path, same]) => {
      const taken = same.map(({ method }) => method);
      const allowed = METHODS.filter((method) => taken.includes(method)).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      return [path, { allowed, refused: METHODS.filter((method) => !taken.includes(method)) }];
    }),
  );
}
