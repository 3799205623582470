import { type FoundKey, KeyRepository } from '@care-atlas/data/keys';

// node --import cached-keys.js apps/api/dist/main.js
// Makes the service cache keys, to measure the cost of checking each one. Revoked keys keep working: never use it
// for anything else.
const known = new Map<string, FoundKey>();
const byHashes = Reflect.get(KeyRepository.prototype, 'byHashes');

KeyRepository.prototype.byHashes = async function (hashes) {
  const names = hashes.map((hash) => hash.toString('hex'));
  if (!names.every((name) => known.has(name))) {
    for (const [name, identity] of await byHashes.call(this, hashes)) known.set(name, identity);
  }
  return known;
};
