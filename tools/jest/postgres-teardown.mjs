// Jest's globalTeardown that belongs to postgres-setup.mjs.
export { tearDown as default } from './postgres-setup.mjs';
