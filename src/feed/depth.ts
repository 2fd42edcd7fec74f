/** Whether objects and lists stand within each other on more levels than that. What is nested too deeply, JSON.stringify cannot write. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((member) => isDeeperThan(levels - 1, member));
  for (const member of Object.values(value)) if (isDeeperThan(levels - 1, member)) return true;
  return false;
}
