export { type FoundKey, hashSecret, type KeyIdentity } from './key-identity.js';
export { KeyMemory, LEASE_MS, MARGIN_MS, type Moment, StillInstances } from './key-lease.js';
export { KeyLeaseRepository, KeyLeaseSession } from './key-lease.repository.js';
export * from './key-usage.repository.js';
export * from './key.repository.js';
export * from './request-log.repository.js';
