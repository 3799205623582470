import { placeInsteadOf } from './postal-areas.js';

it.each([
  ['Front Street', 43.65, -79.37, 'M5A 1E3', undefined],
  ['Oshawa', 43.8971, -78.8658, 'M5A 1E3', 'a place within 20 km of the postal area M5A'],
  ['Oshawa', 43.8971, -78.8658, '', undefined],
  ['Burlington', 43.325, -79.8, '', undefined],
  ['Burlington, with a postal code of Hamilton', 43.31715, -79.8026, 'L8S 1W7', undefined],
  ['Hamilton', 43.2557, -79.8711, '', 'a place in the Greater Toronto Area'],
  ['Barrie', 44.3894, -79.6903, 'L4N 1A1', 'a place in the Greater Toronto Area'],
  ['Ottawa', 45.4215, -75.6972, '', 'a place in the Greater Toronto Area'],
  ['Lake Ontario', 43.5, -79, '', 'a place in the Greater Toronto Area'],
])('%s at %d, %d with "%s"', (_place, lat, lng, postalCode, instead) => {
  expect(placeInsteadOf({ lat, lng }, postalCode)).toBe(instead);
});
