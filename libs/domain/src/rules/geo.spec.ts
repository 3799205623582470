import fc from 'fast-check';
import { distanceMetres, isNearSubway, NEAR_SUBWAY_METRES, type Position } from './geo.js';

const UNION = { lat: 43.6453, lng: -79.3806 };
const DEGREE = 111_195.08; // metres along a meridian

const aPosition = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const north = (metres: number): Position => ({ ...UNION, lat: UNION.lat + metres / DEGREE });

describe('distanceMetres', () => {
  it.each([
    ['a degree of latitude', { lat: 0, lng: 0 }, { lat: 1, lng: 0 }, DEGREE],
    ['a degree of longitude at 60° north', { lat: 60, lng: 0 }, { lat: 60, lng: 1 }, 55_595.4],
    ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 0 }, 20_015_114.4],
    ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, DEGREE],
    ['Toronto to Montréal', UNION, { lat: 45.5, lng: -73.5673 }, 504_190],
    ['to itself', UNION, UNION, 0],
  ])('%s', (_, from, to, metres) => {
    const distance = distanceMetres(from, to);
    expect(Math.abs(distance - metres)).toBeLessThanOrEqual(metres * 1e-3);
  });

  it('is symmetric and at most half the circumference', () => {
    fc.assert(
      fc.property(aPosition, aPosition, (a, b) => {
        const distance = distanceMetres(a, b);
        expect(distanceMetres(b, a)).toBeCloseTo(distance, 6);
        expect(distance).toBeLessThanOrEqual(20_015_114.5);
      }),
    );
  });
});

describe('isNearSubway', () => {
  it.each([
    [NEAR_SUBWAY_METRES - 0.01, true],
    [NEAR_SUBWAY_METRES + 0.01, false],
  ])('%d m from a station: %s', (metres, near) => {
    expect(isNearSubway({ ...north(metres), positionSource: 'source' }, [UNION])).toBe(near);
  });

  it('is not known at the center of a postal area', () => {
    expect(isNearSubway({ ...UNION, positionSource: 'postal-area' }, [UNION])).toBe(false);
  });

  it('accepts any station, and a list without stations', () => {
    const union = { ...UNION, positionSource: 'source' as const };
    expect(isNearSubway(union, [north(5_000), north(100)])).toBe(true);
    expect(isNearSubway(union, [])).toBe(false);
  });
});
