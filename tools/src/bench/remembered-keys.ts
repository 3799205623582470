import { type KeyIdentity, KeyRepository } from '@care-atlas/data/keys';

// node --import remembered-keys.js apps/api/dist/main.js
// The service as it would be if it remembered keys: what the check of each request costs is the difference. A key that
// was revoked would go on working here, so this is for measuring only.
const known = new Map<string, KeyIdentity>();
const ask = Reflect.get(KeyRepository.prototype, 'activeByHashes');

KeyRepository.prototype.activeByHashes = async function (hashes) {
  const names = hashes.map((hash) => hash.toString('hex'));
  if (!names.every((name) => known.has(name))) {
    for (const [name, identity] of await ask.call(this, hashes)) known.set(name, identity);
  }
  return known;
};
