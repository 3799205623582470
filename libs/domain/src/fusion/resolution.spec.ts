import { addressKeys } from '../text/address-key.js';
import { NO_DECISIONS, resolveClinics, type ClinicMember } from './resolution.js';

const MAIN = '12 Main St, Toronto, ON M5V 3A8';
const NEAR = { lat: 43.65, lng: -79.38 };

/** A record with its id, of a source of its own. */
function record(id: string, facts: Partial<ClinicMember> & { readonly address?: string } = {}): ClinicMember {
  const { address = MAIN, ...more } = facts;
  const { address: addressKey, place: placeKey } = addressKeys(address, '');
  return {
    ref: `${id}/${id}`,
    listedBy: id,
    id,
    name: 'Sunrise Walk-In Clinic',
    addressKey,
    placeKey,
    position: null,
    phone: '',
    firstListed: 1,
    rank: 1,
    ...more,
  };
}

/** Returns the ids of the records of each clinic. */
const resolved = (records: readonly ClinicMember[], decisions = NO_DECISIONS) =>
  resolveClinics(records, decisions).map(({ members }) => members.map(({ id }) => id));

describe('two records are about one clinic', () => {
  const atPhone = (id: string, address: string, facts: Partial<ClinicMember> = {}) =>
    record(id, { address, phone: '+1-416-555-0101', position: NEAR, ...facts });

  it.each([
    ['at one address, with similar names', record('a'), record('b', { name: 'Sunrise Clinic' })],
    ['at one address in two spellings', record('a'), record('b', { address: '12 MAIN STREET, M5V 3A8' })],
    [
      'at one address, of which one gives no postal code',
      record('a'),
      record('b', { address: '12 Main St, Toronto' }),
    ],
    ['at one address, where one has no name', record('a'), record('b', { name: null })],
    ['with one telephone within 500 m', atPhone('a', '1 Elm St, Milton'), atPhone('b', '3 Elm St, Milton')],
  ])('%s', (_, a, b) => {
    expect(resolved([a, b])).toEqual([['a', 'b']]);
  });

  it.each([
    ['with other names', record('a'), record('b', { name: 'Maple Dental' })],
    ['in two units', record('a'), record('b', { address: `Unit 2, ${MAIN}` })],
    [
      'in one municipality, of which no more is known',
      record('a', { address: 'Toronto, ON' }),
      record('b', { address: 'Toronto' }),
    ],
    ['that one source lists', record('a'), record('b', { listedBy: 'a' })],
    [
      'with one telephone at the center of a postal area',
      atPhone('a', '1 Elm St, Milton'),
      atPhone('b', '3 Elm St, Milton', { position: null }),
    ],
    [
      'with one telephone far from one another',
      atPhone('a', '1 Elm St, Milton'),
      atPhone('b', '3 Elm St, Milton', { position: { lat: 43.66, lng: -79.38 } }),
    ],
    [
      'with one telephone and no name',
      atPhone('a', '1 Elm St, Milton'),
      atPhone('b', '3 Elm St, Milton', { name: null }),
    ],
  ])('but not %s', (_, a, b) => {
    expect(resolved([a, b])).toEqual([['a'], ['b']]);
  });

  it('but not with a telephone of more than three addresses', () => {
    const records = [1, 3, 5, 7].map((civic) => atPhone(`r${civic}`, `${civic} Elm St, Milton`));
    expect(resolved(records.slice(0, 3))).toHaveLength(1);
    expect(resolved(records)).toHaveLength(4);
  });

  it('but not without a postal code where places with two codes fit', () => {
    const records = [
      record('a'),
      record('b', { address: '12 Main St, Toronto, ON M5V 3A9', name: 'Sunrise Clinic' }),
    ];
    expect(resolved([...records, record('c', { address: '12 Main St, Toronto' })])).toHaveLength(3);
  });
});

it('similarity is not passed on: each record is the same as the one that founded its clinic', () => {
  const names = ['Sunrise Maple', 'Sunrise Maple Oak', 'Sunrise Maple Oak Elm Birch'];
  const records = names.map((name, n) => record(`r${n}`, { name, firstListed: n }));
  expect(resolved(records)).toEqual([['r0', 'r1'], ['r2']]);
});

describe('the id of a clinic', () => {
  it('is that of the record that was listed first, of one time that of the better source', () => {
    expect(resolved([record('a', { firstListed: 2 }), record('b')])).toEqual([['b', 'a']]);
    expect(resolved([record('a', { rank: 2 }), record('b')])).toEqual([['b', 'a']]);
  });

  it('is that of the record of which operators decided something', () => {
    const decisions = { ...NO_DECISIONS, decided: new Set(['a']) };
    expect(resolved([record('a', { firstListed: 2 }), record('b')], decisions)).toEqual([['a', 'b']]);
  });
});

describe('what operators decided about two clinics', () => {
  const elsewhere = record('b', { address: '40 Elm Ave, Milton' });

  it('joins them, with the id of the one that answers', () => {
    const decisions = { ...NO_DECISIONS, merged: new Map([['a', 'b']]) };
    expect(resolved([record('a'), elsewhere, record('c')], decisions)).toEqual([['b', 'a', 'c']]);
  });

  it('keeps them apart', () => {
    const decisions = { ...NO_DECISIONS, apart: [['b', 'a']] as const };
    expect(resolved([record('a'), record('b')], decisions)).toEqual([['a'], ['b']]);
  });
});
