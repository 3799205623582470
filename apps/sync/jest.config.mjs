import preset from '../../jest.preset.mjs';
export default {
  ...preset,
  displayName: 'sync',
  globalSetup: '../../tools/jest/postgres-setup.mjs',
  globalTeardown: '../../tools/jest/postgres-teardown.mjs',
};
