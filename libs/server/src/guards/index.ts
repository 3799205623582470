export * from './key.guard.js';
export * from './keyless-rate.guard.js';
export * from './rate-limit.guard.js';
export * from './revalidation.guard.js';
