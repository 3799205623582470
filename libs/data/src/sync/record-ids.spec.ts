import { doctorId } from './record-ids.js';

test('the id of a doctor is a UUID of version 5 that never changes', () => {
  expect(doctorId('900001')).toBe('6c684c26-d1e5-5821-8d90-519ef34eeded');
  expect(doctorId('900001')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('different doctors have different ids', () => {
  const ids = new Set(Array.from({ length: 1000 }, (_, n) => doctorId(String(n))));
  expect(ids.size).toBe(1000);
});
