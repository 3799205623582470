import { type Answer, type Operation, OPERATION_NAMES, OPERATIONS } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { REVIEW_DIMENSIONS, UNKNOWN_DOCTOR } from '@care-atlas/domain/records';
import { INTERFACE_VERSION, type Readiness } from '../readiness.js';

const SYNCED_AT = new Date('2026-11-20T04:10:00Z');
const CLINIC_ID = '0b6c2a9e-7f43-5d1b-9a57-3c1f0e8d2b64';
const REVIEWS = 12;

/** Returns variant `i` of a review. */
function review(i: number) {
  return {
    id: `00000000-0000-4000-8000-0000000000${String(i).padStart(2, '0')}`,
    author: 'Priya S. (sample)',
    rating: 3 + (i % 3),
    text: 'Listened well, and explained the next steps. The wait was short.',
    date: `2026-09-${String(i + 1).padStart(2, '0')}`,
    dimensions: Object.fromEntries(REVIEW_DIMENSIONS.slice(0, 2).map((name, d) => [name, 3 + ((i + d) % 3)])),
  };
}

/** Returns a directory of one invented doctor and clinic, whose answers are the examples in the OpenAPI document. */
export function exampleDirectory(apiUrl: string): Directory {
  const numbers = Array.from({ length: REVIEWS }, (_, i) => i);
  const model = buildReadModel(
    { version: '1-example', syncedAt: SYNCED_AT },
    {
      clinics: [
        {
          id: CLINIC_ID,
          name: 'Birchmount Family Health (sample)',
          address: '123 Maplecrest Road, Scarborough, ON M1K 2N1',
          postalCode: 'M1K 2N1',
          lat: 43.7266,
          lng: -79.2774,
          positionSource: 'source',
          phone: '+1-416-555-0142',
          website: 'https://birchmount.example',
          type: 'family-practice',
          openingHours: ([1, 2, 3, 4, 5] as const).map((weekday) => ({ weekday, opens: 540, closes: 1200 })),
          wheelchair: true,
          virtualVisits: true,
          nearSubway: false,
          accepting: true,
          acceptingObserved: { observedAt: SYNCED_AT, method: 'phone' },
          origin: 'sample',
          syncedAt: SYNCED_AT,
        },
      ],
      doctors: [
        {
          ...UNKNOWN_DOCTOR,
          registrationNumber: '900001',
          id: '6f0f3f7e-2a55-5c0e-8a52-6b4e2a6d9c11',
          name: 'Dr. Amara Okafor',
          gender: 'female',
          practisingSince: '2009-07-01',
          specialties: ['Family Medicine'],
          languages: ['English', 'Igbo'],
          clinicIds: [CLINIC_ID],
          booking: {
            phone: '+1-416-555-0142',
            online: 'https://birchmount.example/book',
            referralOnly: false,
          },
          confirmedAt: SYNCED_AT,
          syncedAt: SYNCED_AT,
        },
      ],
      services: [{ clinicId: CLINIC_ID, specialty: 'Cardiology', waitWeeks: 6, accepting: true }],
      reviews: [
        ...numbers.map((i) => ({ ...review(i), subject: { doctor: '900001' } })),
        ...numbers.map((i) => ({ ...review(i + 50), date: review(i).date, subject: { clinic: CLINIC_ID } })),
      ],
    },
  );
  return new Directory(
    () => model,
    () => SYNCED_AT,
    { apiUrl },
  );
}

/** Returns the example answer of each operation, by operationId. */
export function exampleAnswers(apiUrl: string): Readonly<Record<string, unknown>> {
  const directory = exampleDirectory(apiUrl);
  const reads = OPERATION_NAMES.map((name) => {
    const { subject, example = {} }: Operation = OPERATIONS[name];
    const request = subject ? [subject.schema.examples![0], example] : [example];
    const read = directory[name].bind(directory) as (...request: unknown[]) => Answer<unknown>;
    return [name, read(...request).value];
  });
  return {
    ...Object.fromEntries(reads),
    // The checksum is wrong, so that no secret scanner reports a key.
    rotateKey: { key: 'care_live_4rTxExampleExampleExampleExample000000', key_prefix: 'care_live_4rTx' },
    getReadiness: exampleReadiness(apiUrl),
  };
}

function exampleReadiness(apiUrl: string): Readiness {
  return {
    status: 'ok',
    name: 'Care Atlas',
    version: INTERFACE_VERSION,
    database: 'up',
    dataset: { version: '1-example', syncedAt: SYNCED_AT.toISOString(), doctors: 1, clinics: 1 },
    links: {
      docs: new URL('/docs', apiUrl).href,
      openapi: `${apiUrl}/openapi.json`,
      mcp: 'https://mcp.example/mcp',
    },
  };
}
