import type { CareAtlas } from '@care-atlas/client/client';
import { CareAtlasError } from '@care-atlas/client/client-error';
import type { Operation } from '@care-atlas/client/operation';
import { Answer, DirectoryError, type PageQuery } from '@care-atlas/domain/contract';
import type { AnswerSizes } from '@care-atlas/domain/access';
import type { DirectoryDoor } from '../connector/directory-reader.js';
import { LimitReached } from '../connector/limit-reached.js';

const NO_DOCTOR = 'There is no doctor with this registration number.';
const NO_CLINIC = 'There is no clinic with this id.';
/** What the public interface waits for at most: the window of its limits. */
const LONGEST_WAIT_SECONDS = 60;

/** The directory behind the public interface, asked in the name of the client's key. */
export function remoteDoor(client: CareAtlas): DirectoryDoor {
  async function ask<T>(operation: Operation, path: Readonly<Record<string, string>> = {}, query = {}) {
    try {
      const { body } = await client.request(operation, path, query);
      return new Answer<T>(JSON.stringify(body));
    } catch (error) {
      throw refusal(error);
    }
  }
  return {
    readsAreFree: false,
    reads: {
      listDoctors: (query, sizes) => ask('listDoctors', {}, pageOf(query, sizes)),
      searchDoctors: (query, sizes) => ask('searchDoctors', {}, pageOf(query, sizes)),
      doctor: async (cpso) => ask('getDoctor', { cpso: numberOf(cpso) }),
      doctorReviews: async (cpso, query, sizes) =>
        ask('listDoctorReviews', { cpso: numberOf(cpso) }, partOf(query, sizes)),
      doctorSignals: async (cpso) => ask('getDoctorSignals', { cpso: numberOf(cpso) }),
      listClinics: (query, sizes) => ask('listClinics', {}, pageOf(query, sizes)),
      clinic: async (id) => ask('getClinic', { id: clinicIdOf(id) }),
      clinicReviews: async (id, query, sizes) =>
        ask('listClinicReviews', { id: clinicIdOf(id) }, partOf(query, sizes)),
      clinicSignals: async (id) => ask('getClinicSignals', { id: clinicIdOf(id) }),
      listSpecialists: (query, sizes) => ask('listSpecialists', {}, pageOf(query, sizes)),
      summary: () => ask('getSummary'),
      specialties: () => ask('listSpecialties'),
      languages: () => ask('listLanguages'),
    },
    dataset: async () => {
      const { version, syncedAt } = await client
        .getReadiness()
        .then(({ dataset }) => dataset)
        .catch((error: unknown) => {
          throw refusal(error);
        });
      return { version, syncedAt: new Date(syncedAt) };
    },
  };
}

/** A door that is shut: whatever is asked, the answer is why. */
export function shutDoor(reason: string): DirectoryDoor {
  const refuse = (): Promise<never> => Promise.reject(new DirectoryError('unauthorized', reason));
  const reads = new Proxy({} as DirectoryDoor['reads'], { get: () => refuse });
  return { readsAreFree: false, reads, dataset: refuse };
}

/** The query as the interface reads it, with the default page of this door. */
function pageOf({ warnings: _warnings, ...query }: PageQuery, sizes?: AnswerSizes): object {
  return { ...query, limit: query.limit ?? sizes?.pageDefault };
}

/** The page alone: whose it is stands in the path. */
function partOf({ limit, offset }: PageQuery, sizes?: AnswerSizes): object {
  return pageOf({ limit, offset }, sizes);
}

// What is no id would be another address of the interface: '/doctors/summary', or '/doctors/..'.
function numberOf(cpso: string): string {
  if (/^\d+$/.test(cpso)) return cpso;
  throw new DirectoryError('not_found', NO_DOCTOR);
}

function clinicIdOf(id: string): string {
  if (/^[\da-f-]{36}$/i.test(id)) return id;
  throw new DirectoryError('not_found', NO_CLINIC);
}

/** A refusal of the interface, as the directory itself would have refused. */
function refusal(error: unknown): unknown {
  if (!(error instanceof CareAtlasError)) return error;
  const { code, message, details, requestId, retryAfter } = error;
  switch (code) {
    case 'rate_limited':
      return new LimitReached(retryAfter ?? LONGEST_WAIT_SECONDS);
    case 'unauthorized':
      return new DirectoryError(code, UNKNOWN_KEY);
    case 'unreachable':
    case 'unexpected':
      return new DirectoryError('unavailable', `${message} CARE_ATLAS_URL says where it is looked for.`);
    case 'internal':
      return new DirectoryError(
        code,
        `Something went wrong on our side. Quote the request id ${requestId} if you report it.`,
      );
    default:
      return new DirectoryError(code, message, details);
  }
}

const UNKNOWN_KEY =
  'The key in CARE_ATLAS_KEY is not valid, or no longer: set another one where this connector was set up, or none for the sandbox.';
