import preset from '../jest.preset.mjs';
export default {
  ...preset,
  displayName: 'lab',
  globalSetup: '../tools/jest/postgres-setup.mjs',
  globalTeardown: '../tools/jest/postgres-teardown.mjs',
  setupFiles: ['../jest.setup.mjs'],
  testMatch: ['<rootDir>/**/*.spec.ts'],
};
