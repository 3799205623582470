import fc from 'fast-check';
import { distanceMetres, type Position } from '../../rules/geo.js';
import { nearestFirst as nearestOrdinals, unitVectors } from './nearest.js';

const aPlace = fc.record({
  lat: fc.integer({ min: -90_000, max: 90_000 }).map((n) => n / 1_000),
  lng: fc.integer({ min: -180_000, max: 180_000 }).map((n) => n / 1_000),
});
const inToronto = fc.record({
  lat: fc.integer({ min: 43_580, max: 43_850 }).map((n) => n / 1_000),
  lng: fc.integer({ min: -79_640, max: -79_120 }).map((n) => n / 1_000),
});

/** Of equally far places the one given first; positions may repeat. */
function byHaversine(places: readonly Position[], from: Position): number[] {
  return places.map((_, i) => i).toSorted((a, b) => metres(places[a]!) - metres(places[b]!) || a - b);
  // Two places may differ by less than arithmetic can tell: a tenth of a millimetre is the same distance.
  function metres(place: Position): number {
    return Math.round(distanceMetres(place, from) * 10_000);
  }
}

function nearestFirst(
  vectors: Float64Array,
  ordinals: readonly number[],
  from: Position,
  limit: number,
): number[] {
  return Array.from(nearestOrdinals(vectors, Int32Array.from(ordinals), from, limit));
}

function everyOrdinal(places: readonly Position[]): number[] {
  return places.map((_, i) => i);
}

describe('nearestFirst', () => {
  it.each([
    ['around the world', aPlace],
    ['in Toronto', inToronto],
  ])('orders as the great circle does, %s', (_, place) => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), place, fc.nat(50), (places, from, limit) => {
        const nearest = nearestFirst(unitVectors(places), everyOrdinal(places), from, limit);
        const expected = byHaversine(places, from).slice(0, limit);
        const metres = (indexes: readonly number[]) => indexes.map((i) => distanceMetres(places[i]!, from));
        expect(nearest).toHaveLength(expected.length);
        // Near the antipode haversine itself is right to about a metre only.
        metres(nearest).forEach((distance, i) =>
          expect(Math.abs(distance - metres(expected)[i]!)).toBeLessThan(2),
        );
        expect(new Set(nearest).size).toBe(nearest.length);
      }),
    );
  });

  it('returns exactly the order of the haversine distance in Toronto', () => {
    fc.assert(
      fc.property(fc.array(inToronto, { maxLength: 40 }), inToronto, (places, from) => {
        const order = nearestFirst(unitVectors(places), everyOrdinal(places), from, places.length);
        const distinct = new Set(places.map((place) => Math.round(distanceMetres(place, from) * 1_000)));
        const positions = new Set(places.map(({ lat, lng }) => `${lat} ${lng}`));
        // Mirrored places are equally far but for the last bit: no order of theirs is right or wrong.
        fc.pre(distinct.size === positions.size);
        expect(order).toEqual(byHaversine(places, from));
      }),
    );
  });

  it('works across the date line and over the pole', () => {
    const places = [
      { lat: 0, lng: 170 },
      { lat: 0, lng: -179 },
      { lat: 89, lng: 0 },
    ];
    expect(nearestFirst(unitVectors(places), [0, 1, 2], { lat: 0, lng: 179 }, 3)).toEqual([1, 0, 2]);
    expect(nearestFirst(unitVectors(places), [0, 1, 2], { lat: 89, lng: 180 }, 1)).toEqual([2]);
  });

  it('returns indexes into the list, and keeps the order of ties', () => {
    const places = [10, 20, 30, 20].map((lat) => ({ lat, lng: 0 }));
    expect(nearestFirst(unitVectors(places), [3, 2, 1], { lat: 19, lng: 0 }, 3)).toEqual([0, 2, 1]);
    expect(nearestFirst(unitVectors(places), [1, 2, 3], { lat: 19, lng: 0 }, 1)).toEqual([0]);
  });

  it.each([0, -1])('returns none if %i are requested', (limit) => {
    expect(nearestFirst(unitVectors([{ lat: 0, lng: 0 }]), [0], { lat: 0, lng: 0 }, limit)).toEqual([]);
  });
});
