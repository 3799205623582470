import { v5 } from 'uuid';
import { doctorId } from './record-ids.js';

test('the id of a doctor is a UUID of version 5 that never changes', () => {
  expect(doctorId('900001')).toBe('6c684c26-d1e5-5821-8d90-519ef34eeded');
  expect(doctorId('900001')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('different doctors have different ids', () => {
  const ids = new Set(Array.from({ length: 1000 }, (_, n) => doctorId(String(n))));
  expect(ids.size).toBe(1000);
});

test('an id depends on the whole name, however long, and on no name before it', () => {
  const namespace = 'b5b2a2a5-6a3c-4f0e-9b86-3c2f4f6f0d17';
  for (const name of ['900001', 'é', '😀'.repeat(2000), '', '900001'])
    expect(doctorId(name)).toBe(v5(name, namespace));
});
