import { availableParallelism } from 'node:os';
import { testTimeout } from './jest.preset.mjs';
export default {
  projects: [
    '<rootDir>/libs/*',
    '<rootDir>/apps/*',
    '<rootDir>/tools',
    '<rootDir>/tools/faults',
    '<rootDir>/lab',
  ],
  // Many tests wait for processes and browsers, so that more files than cores run at a time.
  maxWorkers: availableParallelism() * 2,
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  testTimeout,
};
