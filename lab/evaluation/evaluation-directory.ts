import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';
import {
  type ClinicRecord,
  type DoctorRecord,
  type ReviewRecord,
  type SpecialtyServiceRecord,
  UNKNOWN_REGISTRATION,
} from '@care-atlas/domain/records';
import { unconnectedFeed } from '../../libs/data/test/unconnected-feed.js';
import { type DirectoryReader, localReader } from '../../apps/mcp/src/directory/directory-reader.js';

const FILE = join(import.meta.dirname, 'directory.jsonl');
const TIMES = ['at', 'observedAt', 'syncedAt', 'confirmedAt', 'expiredAt'];

/** Returns a reader of the small directory that the questions are about, at a fixed time. */
export async function evaluationReader(): Promise<DirectoryReader> {
  const lines = (await readFile(FILE, 'utf8')).trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line, revive) as readonly [kind: string, record: unknown]);
  const of = <T>(kind: string) => rows.filter(([name]) => name === kind).map(([, record]) => record as T);
  const { at } = of<{ at: Date }>('now')[0]!;
  const model = buildReadModel(
    { version: 'evaluation', syncedAt: at },
    {
      clinics: of<ClinicRecord>('clinic'),
      doctors: of<StoredDoctor>('doctor').map(withId),
      services: of<SpecialtyServiceRecord>('service'),
      reviews: of<ReviewRecord>('review'),
    },
  );
  const [current, clock] = [() => model, () => at];
  return localReader(new Directory(current, clock), unconnectedFeed());
}

function revive(name: string, value: unknown): unknown {
  return TIMES.includes(name) && typeof value === 'string' ? new Date(value) : value;
}

/** A doctor without what the questions are not about. */
type StoredDoctor = Omit<DoctorRecord, 'id' | 'registration'>;

/** Adds the id, which tools do not show, derived from the registration number, and that nothing else is known of the registration. */
function withId(doctor: StoredDoctor): DoctorRecord {
  const id = `00000000-0000-5000-8000-${doctor.registrationNumber.padStart(12, '0')}`;
  return { ...doctor, id, registration: UNKNOWN_REGISTRATION };
}
