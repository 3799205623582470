import { requestIdOf } from './request-id.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

it.each(['12345678', 'a'.repeat(128), 'trace:42.7_A-b', '5d1b9a57-3c1f-4e8d-8b64-0b6c2a9e7f43'])(
  'keeps %.20s',
  (id) => {
    expect(requestIdOf({ 'x-request-id': id })).toBe(id);
  },
);

it.each([
  undefined,
  '',
  '1234567',
  'a'.repeat(129),
  'with blank',
  'line\nbreak',
  'é'.repeat(9),
  '<b>12345</b>',
  '12345678\n',
])('makes one instead of %j', (id) => {
  expect(requestIdOf({ 'x-request-id': id })).toMatch(UUID);
});

it('makes one instead of several, and never the same', () => {
  const headers = { 'x-request-id': ['12345678', '12345679'] as unknown as string };
  expect(requestIdOf(headers)).toMatch(UUID);
  expect(requestIdOf(headers)).not.toBe(requestIdOf(headers));
});
