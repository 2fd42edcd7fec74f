/** From an ISO year 2001 on, in the unit's own count: nothing else that a feed counts comes near all of them. */
const UNITS = [
  { least: 978_307_200n, most: 9_999_999_999n, toMs: (value: bigint) => value * 1_000n }, // seconds
  { least: 978_307_200_000n, most: 9_999_999_999_999n, toMs: (value: bigint) => value },
  { least: 978_307_200_000_000n, most: 9_999_999_999_999_999n, toMs: (value: bigint) => value / 1_000n },
  { least: 631_139_040_000_000_000n, most: 662_695_776_000_000_000n, toMs: (value: bigint) => (value - 621_355_968_000_000_000n) / 10_000n }, // ticks of .NET, to the year 2100
] as const;

/**
 * When a publisher said what an item says. Most feeds count `modified` in seconds, milliseconds, microseconds or ticks; where
 * it is none of these, or to come, all that is known is that it was said before the page was asked for. (RPDE: opaque)
 */
export function saidAt(modified: string, askedAt: Date): Date {
  const value = BigInt(modified);
  const unit = UNITS.find(({ least, most }) => value >= least && value <= most);
  if (!unit) return askedAt;
  const said = Number(unit.toMs(value));
  return said <= askedAt.getTime() ? new Date(said) : askedAt;
}
