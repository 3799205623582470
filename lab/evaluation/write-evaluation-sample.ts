import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReviewRecord } from '@care-atlas/domain/records';
import { sampleDirectory } from '../../tools/src/sample/sample-directory.js';

const FILE = join(import.meta.dirname, 'directory.jsonl');
const DOCTORS = 200;
const NOW = new Date('2026-11-20T15:00:00Z');
/** Number of doctors and of clinics with reviews: enough to ask about, in a readable file. */
const REVIEWED = 12;

function ofFewSubjects(reviews: Iterable<ReviewRecord>): ReviewRecord[] {
  const subjects = { doctor: new Set<string>(), clinic: new Set<string>() };
  return Array.from(reviews).filter(({ subject }) => {
    const [kind, id] =
      'doctor' in subject ? (['doctor', subject.doctor] as const) : (['clinic', subject.clinic] as const);
    if (subjects[kind].size < REVIEWED) subjects[kind].add(id);
    return subjects[kind].has(id);
  });
}

// Writes the small directory of the connector's evaluation: one record per line, its kind first.
const sample = sampleDirectory({ doctors: DOCTORS, now: NOW });
const records = {
  now: [{ at: NOW }],
  clinic: sample.clinics,
  doctor: [...sample.doctors()],
  service: [...sample.services()],
  review: ofFewSubjects(sample.reviews()),
};
const lines = Object.entries(records).flatMap(([kind, each]) => each.map((record) => [kind, record]));
await writeFile(FILE, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
