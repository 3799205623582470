import { availableParallelism, totalmem } from 'node:os';
import { testTimeout } from './jest.preset.mjs';
/** Of a spec file with its processes and its browser, in bytes. */
const MEMORY_PER_FILE = 2_000_000_000;

export default {
  projects: [
    '<rootDir>/libs/*',
    '<rootDir>/apps/*',
    '<rootDir>/tools',
    '<rootDir>/tools/faults',
    '<rootDir>/lab',
  ],
  // Many tests wait for processes and browsers, so that more files than cores run at a time, as far as there is memory for them.
  maxWorkers: Math.min(availableParallelism() * 3, Math.ceil(totalmem() / MEMORY_PER_FILE)),
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  testTimeout,
};
