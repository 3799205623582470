import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ClinicRecord,
  DoctorRecord,
  ReviewRecord,
  SpecialtyServiceRecord,
} from '@care-atlas/domain/records';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { type DirectoryReader, localReader } from '../src/connector/directory-reader.js';

const FILE = join(import.meta.dirname, 'directory.jsonl');
const TIMES = ['at', 'observedAt', 'syncedAt', 'confirmedAt', 'expiredAt'];

/** The small directory that the questions are about, as it was at one moment. */
export async function evaluationReader(): Promise<DirectoryReader> {
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line, revived) as readonly [kind: string, record: unknown]);
  const of = <T>(kind: string) => all.filter(([its]) => its === kind).map(([, record]) => record as T);
  const { at } = of<{ at: Date }>('now')[0]!;
  const model = buildReadModel(
    { version: 'evaluation', syncedAt: at },
    {
      clinics: of<ClinicRecord>('clinic'),
      doctors: of<Omit<DoctorRecord, 'id'>>('doctor').map(withId),
      services: of<SpecialtyServiceRecord>('service'),
      reviews: of<ReviewRecord>('review'),
    },
  );
  return localReader(
    new Directory(
      () => model,
      () => at,
    ),
  );
}

function revived(name: string, value: unknown): unknown {
  return TIMES.includes(name) && typeof value === 'string' ? new Date(value) : value;
}

/** Tools do not show this id; a number that is unique makes one. */
function withId(doctor: Omit<DoctorRecord, 'id'>): DoctorRecord {
  return { ...doctor, id: `00000000-0000-5000-8000-${doctor.registrationNumber.padStart(12, '0')}` };
}
