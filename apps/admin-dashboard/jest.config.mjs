import preset from '../../jest.preset.mjs';
export default {
  ...preset,
  displayName: 'admin-dashboard',
  setupFiles: ['../../jest.setup.mjs'],
  globalSetup: './test/built-client.mjs',
  globalTeardown: '../../tools/jest/postgres-teardown.mjs',
  testMatch: [
    '<rootDir>/server/**/*.spec.ts',
    '<rootDir>/client/src/**/*.spec.ts',
    '<rootDir>/test/**/*.spec.ts',
  ],
};
