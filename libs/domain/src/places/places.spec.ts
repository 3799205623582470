import { english } from '../messages/index.js';
import fc from 'fast-check';
import {
  areasOf,
  centerOfPostalCode,
  farAwayWarning,
  type PlaceReading,
  findPlaces,
  isOutsideRegion,
  type Place,
  PLACE_KINDS,
  placeLabel,
  placeOfId,
  PLACES,
  placesOfPostalCode,
  resolvePlace,
} from './index.js';
import { placeOfLabel } from '../records/place.js';
import { AREAS_OUTSIDE, PLACE_NAME_ROWS, PLACE_ROWS } from './generated/places.js';
import { placeKey } from './gazetteer.js';

function named(text: string): string {
  const reading = resolvePlace(text);
  return reading.by === 'place' ? [reading.place, ...reading.others].map(placeLabel).join('; ') : reading.by;
}

describe('what a text names', () => {
  it.each([
    ['Kipling', 'Kipling (subway station in Toronto)'],
    ['Kipling station', 'Kipling (subway station in Toronto); Kipling GO (GO station in Toronto)'],
    ['station Kipling', 'Kipling (subway station in Toronto); Kipling GO (GO station in Toronto)'],
    ['Port Credit station', 'Port Credit GO (GO station in Mississauga)'],
    ['near SickKids', 'Hospital for Sick Children (landmark in Toronto)'],
    [
      'Square One',
      'Square One (landmark in Mississauga); Mississauga City Centre (neighbourhood in Mississauga)',
    ],
    ['Square One Mall', 'Square One (landmark in Mississauga)'],
    ['Yorkdale Mall', 'Yorkdale Shopping Centre (landmark in Toronto)'],
    ['centre commercial Yorkdale', 'Yorkdale Shopping Centre (landmark in Toronto)'],
    ['hôpital Sunnybrook', 'Sunnybrook Health Sciences Centre (landmark in Toronto)'],
    ['Square One Hospital', 'unknown'],
    ['gare Union', 'Union (subway station in Toronto); Union GO (GO station in Toronto)'],
    ['Brampton Ontario', 'Brampton (municipality in Peel Region)'],
    ['100 Nowhere Street, Toronto, ON M5V 3A8', 'M5V (postal area in Downtown Toronto)'],
    ['Station de métro King', 'King (subway station in Toronto)'],
    ['metro Bay', 'Bay (subway station in Toronto)'],
    ['Metro Toronto', 'Toronto (municipality)'],
    ['mississauga', 'Mississauga (municipality in Peel Region)'],
    ['M4C 1B5', 'M4C (postal area in East York)'],
    ['m4c1b5', 'M4C (postal area in East York)'],
    ['M4C', 'M4C (postal area in East York)'],
    ['north-york', 'North York (district in Toronto)'],
    ['Downtown', 'Downtown Toronto (district in Toronto)'],
    ['The 6', 'Toronto (municipality)'],
    ['Jane & Finch', 'Jane and Finch (neighbourhood in North York)'],
    ['jane-finch', 'Jane and Finch (neighbourhood in North York)'],
    ['Nw Lakeview', 'Lakeview Northwest (neighbourhood in Mississauga)'],
    ['Rua Acores', 'Little Portugal (neighbourhood in West Toronto)'],
    ['beaches', 'The Beaches (neighbourhood in East Toronto)'],
    ['Saint Clair West', 'St. Clair West (subway station in Toronto)'],
    ['Mt. Dennis', 'Mount Dennis (neighbourhood in York)'],
    [
      'queens park',
      "Queen's Park (neighbourhood in Downtown Toronto); Queen's Park (subway station in Toronto)",
    ],
    [
      'King',
      'King (municipality in York Region); King (neighbourhood in Downtown Toronto); King (subway station in Toronto)',
    ],
    ['Fairview', 'Fairview (neighbourhood in Mississauga); Fairview (neighbourhood in North York)'],
    ['Fairview, North York', 'Fairview (neighbourhood in North York)'],
    ['Fairview, Toronto', 'Fairview (neighbourhood in North York)'],
    ['Fairview, North York, Toronto, ON', 'Fairview (neighbourhood in North York)'],
    ['Toronto, Ontario, Canada', 'Toronto (municipality)'],
    ['Toronto, on, on, on, on, on', 'unknown'],
    ['Woodbridge, ON', 'Woodbridge (town in Vaughan)'],
    ['43.65,-79.38', 'point'],
    ['K1A 0B1', 'unknown'],
    ['Fairview, Ottawa', 'unknown'],
    ['91,0', 'unknown'],
    ['', 'unknown'],
  ])('%j: %s', (text, places) => {
    expect(named(text)).toBe(places);
  });

  it.each([
    ['Missisauga', ['Mississauga']],
    ['Etobicok', ['Etobicoke', 'Etobicoke North GO', 'Etobicoke General Hospital']],
    ['Scarbrough', ['Scarborough']],
    ['Scarbrough, ON', ['Scarborough']],
    ['Kipling, Etobicoke', ['Kipling Heights', 'Kipling', 'Kipling GO']],
    ['Kipling, Scarborough, Toronto', ['Kipling Heights', 'Kipling', 'Kipling GO']],
    ['little', ['Little Italy', 'Little Portugal']],
    ['Atlantis', []],
    ['x'.repeat(100_000), []],
    // A text of any words is read in a time that grows with its length: the square of these would be minutes.
    ['near '.repeat(20_000), []],
    ['& '.repeat(50_000), []],
    ['and x '.repeat(20_000), []],
  ])('%.20j is unknown, and near %j', (text, nearest) => {
    expect(resolvePlace(text)).toEqual({ by: 'unknown', nearest });
  });

  it('warns of a point more than 100 km outside', () => {
    expect(resolvePlace('43.65, -79.38')).toEqual({
      by: 'point',
      position: { lat: 43.65, lng: -79.38 },
      warning: undefined,
    });
    const { warning } = resolvePlace('-79.38,43.65') as PlaceReading & { readonly by: 'point' };
    expect(english(warning!)).toBe(
      'The point -79.38,43.65 is more than 100 km outside the Greater Toronto Area: are latitude and longitude swapped?',
    );
    expect(farAwayWarning({ lat: 43.25, lng: -79.87 })).toBeUndefined();
    expect(farAwayWarning({ lat: 45.42, lng: -75.7 })).toMatchObject({ code: 'point_far_away' });
  });

  it('finds every place by its id, and by its name among those of the name', () => {
    for (const place of PLACES) {
      expect(resolvePlace(place.id)).toMatchObject({ by: 'place', place: { id: place.id } });
      const reading = resolvePlace(place.name);
      const found = reading.by === 'place' ? [reading.place, ...reading.others] : [];
      expect(found).toContain(place);
    }
  });

  it('reads any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['place', 'point', 'unknown']).toContain(resolvePlace(text).by);
      }),
    );
  });
});

function areas(text: string): string | undefined {
  const reading = areasOf(text);
  return reading.by === 'place' ? reading.place.postalAreas.join(' ') : undefined;
}

describe('the postal areas of a text', () => {
  it.each([
    ['East York', 'M4B M4C M4G M4H'],
    ['Jane and Finch', 'M3N'],
    ['m5v', 'M5V'],
    ['M5V 3A8', 'M5V'],
    // A station has none; the neighbourhood of the same name has.
    ['Rosedale', 'M4W'],
  ])('%j: %s', (text, expected) => {
    expect(areas(text)).toBe(expected);
  });

  it('of a station there are none', () => {
    expect(areasOf('Kipling')).toEqual({ by: 'unknown', nearest: ['Kipling Heights'] });
    expect(areasOf('kipling-station')).toMatchObject({ by: 'unknown' });
  });
});

const names = (places: readonly Place[]) => places.map(placeLabel);

describe('completion', () => {
  it('puts names that begin with the text first, larger kinds first', () => {
    expect(names(findPlaces('york')).slice(0, 4)).toEqual([
      'York Region (region)',
      'York (district in Toronto)',
      'York Heights (neighbourhood in North York)',
      'York Mills (neighbourhood in North York)',
    ]);
    expect(names(findPlaces('kip'))).toEqual([
      'Kipling Heights (neighbourhood in Etobicoke)',
      'Kipling (subway station in Toronto)',
      'Kipling GO (GO station in Toronto)',
      'Rexdale (neighbourhood in Etobicoke)',
    ]);
  });

  it('finds one kind', () => {
    expect(names(findPlaces('kip', 'subway-station'))).toEqual(['Kipling (subway station in Toronto)']);
    // Crossings are found by the names of their streets.
    for (const kind of PLACE_KINDS.filter((each) => each !== 'intersection'))
      expect(new Set(findPlaces('', kind).map((place) => place.kind))).toEqual(new Set([kind]));
  });

  it('finds everything without a text', () => {
    expect(findPlaces('')).toEqual(PLACES);
  });
});

describe('postal codes', () => {
  it('belong to a municipality, in Toronto to a district, and to neighbourhoods', () => {
    const { municipality, district, neighbourhoods } = placesOfPostalCode('m4c 1b5') ?? {};
    expect([municipality?.name, district?.name]).toEqual(['Toronto', 'East York']);
    expect(neighbourhoods?.map(({ name }) => name)).toEqual(['Crescent Town', 'Woodbine Heights']);
    expect(placesOfPostalCode('L5B')?.district).toBeUndefined();
    expect(placesOfPostalCode('K1A 0B1')).toBeUndefined();
  });

  it('have a center, unless they are outside', () => {
    expect(centerOfPostalCode('M5V 3A8')).toEqual({ lat: 43.6461, lng: -79.38897 });
    for (const outside of ['K1A 0B1', 'L8S 1A1', '', 'king'])
      expect(centerOfPostalCode(outside)).toBeUndefined();
  });

  it.each([
    ['M5V 3A8', false],
    ['L0J 1C0', false],
    ['', false],
    ['L8S 1A1', true],
    ['L9M 1A1', true],
    ['K1A 0B1', true],
  ])('%s is outside: %s', (postalCode, outside) => {
    expect(isOutsideRegion(postalCode)).toBe(outside);
  });
});

describe('the data', () => {
  const area = new Set(PLACES.filter(({ kind }) => kind === 'postal-area').map(({ name }) => name));

  it('every id is a unique slug, and every place lies in a known one', () => {
    expect(new Set(PLACES.map(({ id }) => id)).size).toBe(PLACE_ROWS.length);
    for (const [id, , , within] of PLACE_ROWS) {
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(placeOfId(id)?.within?.id ?? '').toBe(within);
    }
  });

  it('every postal area is known, lies in a municipality, and in Toronto in exactly one district', () => {
    for (const { name, postalAreas } of PLACES)
      expect([name, postalAreas.filter((each) => !area.has(each))]).toEqual([name, []]);
    for (const each of area) {
      expect(placesOfPostalCode(each)?.municipality).toBeDefined();
      const districts = PLACES.filter(
        ({ kind, postalAreas }) => kind === 'district' && postalAreas.includes(each),
      );
      expect([each, districts.length]).toEqual([each, each.startsWith('M') ? 1 : 0]);
    }
    expect(AREAS_OUTSIDE.filter(([each]) => area.has(each))).toEqual([]);
  });

  it('every place is in the region', () => {
    for (const { lat, lng } of PLACES) {
      expect(lat > 43.2 && lat < 44.6 && lng > -80.2 && lng < -78.4).toBe(true);
    }
  });

  it('every other name is of a known place, once, and is not its name', () => {
    const keys = PLACE_NAME_ROWS.map(([place, otherName]) => `${place} ${placeKey(otherName)}`);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    for (const [id, otherName] of PLACE_NAME_ROWS) {
      expect(placeOfId(id)).toBeDefined();
      expect(placeKey(otherName)).not.toBe(placeKey(placeOfId(id)!.name));
    }
  });

  it('the center of an area lies near those of the places that consist of it', () => {
    for (const { name, kind, lat, lng, postalAreas } of PLACES.filter(
      (place) => place.postalAreas.length === 1,
    )) {
      const center = centerOfPostalCode(postalAreas[0]!)!;
      const far = Math.hypot((lat - center.lat) * 111, (lng - center.lng) * 80);
      // Rural areas are large, and their center is that of their facilities.
      expect([name, kind, far < (kind === 'neighbourhood' ? 6 : 45)]).toEqual([name, kind, true]);
    }
  });
});

test('every label reads back as its place; other texts are no label', () => {
  for (const place of PLACES)
    expect(placeOfLabel(placeLabel(place))).toEqual({
      name: place.name,
      kind: place.kind,
      within: place.within?.name ?? '',
    });
  expect(placeOfLabel('Family Medicine')).toBeUndefined();
  expect(placeOfLabel('Kennedy (bus stop in Toronto)')).toBeUndefined();
});
