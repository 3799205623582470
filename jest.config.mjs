import { testTimeout } from './jest.preset.mjs';
export default {
  projects: ['<rootDir>/libs/*', '<rootDir>/apps/*', '<rootDir>/tools', '<rootDir>/lab'],
  testTimeout,
};
