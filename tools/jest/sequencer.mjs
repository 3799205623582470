// The order of spec files in a clone that has run none: those of projects that start many processes come first, so that the
// short ones share the processors at the end. Later runs begin with the files that failed or took longest, as Jest does.
import { createRequire } from 'node:module';

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
const LONGEST_FIRST = [
  'faults',
  'tools',
  'admin-dashboard',
  'sync',
  'lab',
  'api',
  'mcp',
  'data',
  'local-postgres',
];

const rankOf = ({ context }) => {
  const rank = LONGEST_FIRST.indexOf(context.config.displayName.name);
  return rank === -1 ? LONGEST_FIRST.length : rank;
};

export default class SpecSequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
