import preset from '../../jest.preset.mjs';
/** A number that the environment tells. */
const told = (name, otherwise) => Number(process.env[name] ?? otherwise);
const scale = { slowClients: told('SLOW_CLIENTS', 2000), loadSeconds: told('LOAD_SECONDS', 60) };
export default {
  ...preset,
  displayName: 'faults',
  testMatch: ['<rootDir>/*.spec.ts'],
  // They measure: side by side they would measure one another.
  maxWorkers: 1,
  testTimeout: Math.max(600, scale.loadSeconds + 300) * 1000,
  globals: { SCALE: scale },
};
