import preset from '../jest.preset.mjs';
export default {
  ...preset,
  displayName: 'tools',
  globalSetup: './jest/postgres-setup.mjs',
  globalTeardown: './jest/postgres-teardown.mjs',
};
