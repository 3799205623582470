// The order of spec files in a clone that has run none. Tests of several processes mostly wait, and others compute: they take turns,
// so that the processors are busy and each has its share. In both, those of projects with long files come first. Later runs begin
// with the files that failed or took longest, as Jest does.
import { createRequire } from 'node:module';

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
const WAITING = ['faults', 'tools'];
const COMPUTING = ['admin-dashboard', 'sync', 'lab', 'api', 'mcp', 'data', 'local-postgres'];

/** Returns the files of some projects, project by project. */
const ofProjects = (tests, projects) =>
  projects.flatMap((project) => tests.filter(({ context }) => context.config.displayName.name === project));

export default class SpecSequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const waiting = ofProjects(sorted, WAITING);
    const computing = ofProjects(sorted, COMPUTING);
    const others = sorted.filter((test) => !waiting.includes(test) && !computing.includes(test));
    const turns = Array.from({ length: Math.max(waiting.length, computing.length) }, (_, i) =>
      [waiting[i], computing[i]].filter(Boolean),
    );
    return [...turns.flat(), ...others];
  }
}
