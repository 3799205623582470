import preset from '../../jest.preset.mjs';
/** Returns a number from the environment. */
const fromEnvironment = (name, otherwise) => Number(process.env[name] ?? otherwise);
const scale = {
  slowClients: fromEnvironment('SLOW_CLIENTS', 2000),
  loadSeconds: fromEnvironment('LOAD_SECONDS', 60),
};
export default {
  ...preset,
  displayName: 'faults',
  testMatch: ['<rootDir>/*.spec.ts'],
  testTimeout: Math.max(600, scale.loadSeconds + 300) * 1000,
  globals: { SCALE: scale },
};
