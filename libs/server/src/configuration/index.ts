export * from './configuration.js';
export * from './dashboard-configuration.js';
export * from './release.js';
export * from './stripe-account.js';
export * from './tier-rules.js';
export * from './variable.js';
export * from './variables.js';
