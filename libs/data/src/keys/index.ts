export { type FoundKey, hashSecret, type KeyIdentity } from './key-identity.js';
export * from './key-usage.repository.js';
export * from './key.repository.js';
