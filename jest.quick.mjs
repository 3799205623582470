// `npm run test:quick`: all spec files that need nothing but Node, of all projects, in one run.
import preset from './jest.preset.mjs';
export default {
  ...preset,
  filter: '<rootDir>/tools/jest/quick-filter.mjs',
  setupFiles: ['<rootDir>/jest.setup.mjs'],
  testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/tools/faults/'],
};
