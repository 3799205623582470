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
  // Many tests wait for processes and browsers: a file takes two fifths of a core on average.
  maxWorkers: Math.ceil(availableParallelism() * 2.5),
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  testTimeout,
};
