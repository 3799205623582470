import preset from '../../jest.preset.mjs';
export default {
  ...preset,
  displayName: 'mcp',
  setupFiles: ['../../jest.setup.mjs'],
  globalSetup: '../../tools/jest/postgres-setup.mjs',
  globalTeardown: '../../tools/jest/postgres-teardown.mjs',
};
