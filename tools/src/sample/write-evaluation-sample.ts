import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReviewRecord } from '@care-atlas/domain/records';
import { sampleDirectory } from './sample-directory.js';

const FILE = join(import.meta.dirname, '../../../apps/mcp/evaluation/directory.jsonl');
const DOCTORS = 200;
const NOW = new Date('2026-11-20T15:00:00Z');
/** Number of doctors and of clinics with reviews: enough to ask about, in a readable file. */
const REVIEWED = 12;

/** Writes the small directory of the connector's evaluation: one record per line, its kind first. */
async function writeEvaluationDirectory(): Promise<void> {
  const sample = sampleDirectory({ doctors: DOCTORS, now: NOW });
  const records: [kind: string, record: object][] = [
    ['now', { at: NOW }],
    ...sample.clinics.map((clinic): [string, object] => ['clinic', clinic]),
    ...Array.from(sample.doctors(), (doctor): [string, object] => ['doctor', doctor]),
    ...Array.from(sample.services(), (service): [string, object] => ['service', service]),
    ...ofFewSubjects(sample.reviews()).map((review): [string, object] => ['review', review]),
  ];
  await writeFile(FILE, `${records.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

function ofFewSubjects(reviews: Iterable<ReviewRecord>): ReviewRecord[] {
  const subjects = { doctor: new Set<string>(), clinic: new Set<string>() };
  return Array.from(reviews).filter(({ subject }) => {
    const [kind, id] =
      'doctor' in subject ? (['doctor', subject.doctor] as const) : (['clinic', subject.clinic] as const);
    if (subjects[kind].size < REVIEWED) subjects[kind].add(id);
    return subjects[kind].has(id);
  });
}

await writeEvaluationDirectory();
