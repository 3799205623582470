import { addressKeys } from '../text/index.js';
import { type ClinicIdentity, sameBecauseAmong } from './alike.js';
import { missingForSame } from './missing.js';

const HERE = { lat: 43.66, lng: -79.4 };
const FAR = { lat: 43.67, lng: -79.4 };

function record(facts: Partial<ClinicIdentity> & { address?: string; code?: string } = {}): ClinicIdentity {
  const { address = '1 Main St, Toronto, ON', code = 'M5S 1A1', ...more } = facts;
  const keys = addressKeys(address, code);
  return {
    name: 'Maple Clinic',
    addressKey: keys.address,
    placeKey: keys.place,
    position: HERE,
    phone: '+1-416-555-0101',
    ...more,
  };
}
const missing = (a: ClinicIdentity, b: ClinicIdentity, ...others: ClinicIdentity[]) =>
  missingForSame(sameBecauseAmong([a, b, ...others]), a, b);
const elsewhere = (facts: Parameters<typeof record>[0] = {}) =>
  record({ address: '9 Elm St, Toronto, ON', ...facts });

it.each([
  ['nothing', record(), record({ name: 'The Maple Clinic Inc.', phone: '' }), []],
  [
    'an address or the telephone',
    record(),
    elsewhere({ phone: '+1-416-555-0109' }),
    [['address'], ['phone']],
  ],
  ['an address or a telephone', record(), elsewhere({ phone: '' }), [['address'], ['phone']]],
  ['an address or the distance', record(), elsewhere({ position: FAR }), [['address'], ['distance']]],
  ['an address or the distance', record(), elsewhere({ position: null }), [['address'], ['distance']]],
  ['the name', record(), record({ name: 'Oak Dental' }), [['name']]],
  ['the name', record(), elsewhere({ name: 'Oak Dental' }), [['name']]],
  ['an address', record(), elsewhere({ position: FAR, phone: '' }), [['address']]],
  ['the postal code', record(), record({ code: 'M5S 1A2', phone: '', position: null }), [['address']]],
  [
    'two of three',
    record(),
    elsewhere({ name: 'Oak Dental', position: FAR }),
    [
      ['address', 'name'],
      ['distance', 'name'],
    ],
  ],
])('%s is missing', (_, a, b, gaps) => {
  expect(missing(a, b)).toEqual(gaps);
  expect(missing(b, a)).toEqual(gaps);
});

it('a telephone of many addresses is no help', () => {
  const others = [2, 3, 4, 5].map((n) => record({ address: `${n} Oak St, Toronto, ON`, name: `Oak ${n}` }));
  expect(missing(record(), elsewhere(), ...others)).toEqual([['address']]);
});
