import { nameUuid } from './name-uuid.js';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

it('is the example of RFC 9562, appendix A.4', () => {
  expect(nameUuid('www.example.com', DNS)).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

it('differs by name and by namespace', () => {
  const ids = new Set([
    nameUuid('odhf:1', DNS),
    nameUuid('odhf:2', DNS),
    nameUuid('odhf:1', nameUuid('x', DNS)),
  ]);
  expect(ids.size).toBe(3);
});
