import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround, EARTH_RADIUS, radians, type Box } from '../../src/catalogue/search-area.js';

/** Evenly spread, which fast-check's doubles are not. */
const between = (least: number, most: number) => fc.integer({ min: 0, max: 1_000_000 }).map((step) => least + ((most - least) * step) / 1_000_000);
const latitude = fc.oneof(between(-90, 90), fc.constantFrom(-90, 90, 89.9999, -89.99));
const longitude = fc.oneof(between(-180, 180), fc.constantFrom(-180, 180, 179.9999, -179.9999));
const withinMetres = fc.integer({ min: 100, max: 100_000 });

/** Where somebody comes who goes so far in this direction. */
function arrivalFrom(from: readonly [number, number], bearing: number, metres: number): readonly [number, number] {
  const [phi, angle] = [radians(from[0]), metres / EARTH_RADIUS];
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const turn = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * sine);
  const east = from[1] + (turn * 180) / Math.PI;
  return [(Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI, east > 180 ? east - 360 : east < -180 ? east + 360 : east];
}

function isIn({ latitudes: [south, north], longitudes }: Box, [lat, lon]: readonly [number, number]): boolean {
  return lat >= south && lat <= north && longitudes.some(([west, east]) => lon >= west && lon <= east);
}

describe('the box around a circle on the map', () => {
  it('holds every point within, across the date line and at the poles too', () => {
    fc.assert(
      fc.property(latitude, longitude, withinMetres, between(0, 2 * Math.PI), between(0, 0.99), (lat, lon, metres, bearing, share) => {
        expect(isIn(boxAround({ latitude: lat, longitude: lon, withinMetres: metres }), arrivalFrom([lat, lon], bearing, metres * share))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is no larger than it must be: away from the poles a point farther east or north is not in it', () => {
    fc.assert(
      fc.property(between(-80, 80), longitude, withinMetres, (lat, lon, metres) => {
        const box = boxAround({ latitude: lat, longitude: lon, withinMetres: metres });
        for (const bearing of [0, Math.PI / 2]) expect(isIn(box, arrivalFrom([lat, lon], bearing, metres * 1.1 + 1))).toBe(false);
      }),
    );
  });
});
