/** Around which point, in degrees of WGS 84, and how far. */
export interface Near {
  readonly latitude: number;
  readonly longitude: number;
  readonly withinMetres: number;
}

/** A rectangle of degrees around an area: an index can find what is in it. Where the area crosses 180°, it has two ranges of longitudes. */
export interface Box {
  readonly latitudes: Range;
  readonly longitudes: readonly Range[];
}

type Range = readonly [from: number, to: number];

/** Metres: the mean radius of the earth. (IUGG) */
export const EARTH_RADIUS = 6_371_008.8;
const WHOLE_CIRCLE: Range = [-180, 180];
/** Degrees, a hundredth of a millimetre: what rounding may take away. */
const MARGIN = 1e-10;

/** The smallest box with everything that is near. Where a pole is, every longitude is. */
export function boxAround({ latitude, longitude, withinMetres }: Near): Box {
  const angle = withinMetres / EARTH_RADIUS;
  const height = degrees(angle) + MARGIN;
  const latitudes: Range = [latitude - height, latitude + height];
  if (latitudes[0] <= -90 || latitudes[1] >= 90) return { latitudes, longitudes: [WHOLE_CIRCLE] };
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude))))) + MARGIN;
  return { latitudes, longitudes: aroundTheDateLine(longitude - width, longitude + width) };
}

function aroundTheDateLine(from: number, to: number): readonly Range[] {
  if (to - from >= 360) return [WHOLE_CIRCLE];
  if (from <= -180) return [[-180, to], [from + 360, 180]];
  if (to >= 180) return [[from, 180], [-180, to - 360]];
  return [[from, to]];
}

/** The haversine of an angle that so many metres of the surface make: it grows with the distance, and needs no inverse to be compared. */
export function haversineOf(metres: number): number {
  return Math.sin(metres / EARTH_RADIUS / 2) ** 2;
}

export function radians(inDegrees: number): number {
  return (inDegrees * Math.PI) / 180;
}

function degrees(inRadians: number): number {
  return (inRadians * 180) / Math.PI;
}
