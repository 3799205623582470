export * from './audit-action.js';
export * from './change-subject.js';
export * from './channel.js';
export * from './gateway-secret.js';
export * from './health.js';
export * from './key.js';
export * from './person.js';
export * from './tier.js';
