import { townLength } from './index.js';

it.each([
  ['55 Bloor St W Toronto', 1],
  ['12 Sample Rd Richmond Hill', 2],
  ['12 King St St. Catharines', 2],
  ['12 Sample Ave NIAGARA ON THE LAKE', 4],
  ['12 Sample Rd Don Mills', 2],
  ['100 Main St East York', 2],
  // The direction of the street.
  ['55 Bloor St West Toronto', 1],
  ['100 Danforth East', 0],
  ['12 Islington Avenue', 0],
  ['55 Bloor St W - Toronto', 1],
  ['12 Sample Ave', 0],
  ['', 0],
])('of %s, %d words are a town', (text, length) => {
  expect(townLength(text.split(' '))).toBe(length);
});
