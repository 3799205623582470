import type { AnswerSizes } from '@care-atlas/domain/access';
import type { ChangeFeedRepository, OpeningsRequest } from '@care-atlas/data/directory';
import {
  Answer,
  type AsyncReads,
  type ChangePage,
  DirectoryError,
  type ErrorCode,
  type DoctorQuery,
  type DoctorSearchQuery,
  type FilterValue,
} from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { english } from '@care-atlas/domain/messages';
import type { DatasetVersion } from '@care-atlas/domain/read-model';
import { withHours } from './asked-hours.js';
import { withAvailability } from './availability.js';
import type { ConnectorMessage } from '../texts/en/messages.js';
import { sentence } from '../texts/sentence.js';
import { TEXTS } from '../texts/texts.js';
import { visibleValue } from '../visible-text.js';
import { type FoundDoctors, StoredDoctors } from './stored-doctors.js';

export type Awaitable<T> = T | Promise<T>;

/** The query of a list or a search of doctors. */
export type DoctorsQuery = DoctorQuery & Partial<Pick<DoctorSearchQuery, 'q' | 'match'>>;

/** Reads the directory, in this process or through the public interface. */
export interface DirectoryReader {
  readonly reads: AsyncReads;
  /** Returns a page of doctors with what is known of acceptance at their primary clinics. */
  findDoctors(query: DoctorsQuery, sizes?: AnswerSizes): Awaitable<Answer<FoundDoctors>>;
  /** Returns what happened to a list with filters. @throws DirectoryError `gone` if that is not kept */
  openings(request: OpeningsRequest): Promise<Answer<ChangePage>>;
  /** Whether one tool call may make any number of reads. The public interface counts each one. */
  readonly hasUnlimitedReads: boolean;
  /** Returns the dataset version that is served now. */
  dataset(): Awaitable<DatasetVersion>;
}

/** Returns a reader of the directory in this process. */
export function localReader(
  directory: Directory,
  feed: Pick<ChangeFeedRepository, 'openingsAnswer'>,
): DirectoryReader {
  const doctors = new StoredDoctors(directory);
  return {
    reads: directory,
    findDoctors: (query, sizes) => doctors.find(withHours(query), sizes),
    openings: async (request) => {
      const { page, warnings } = await feed.openingsAnswer(directory, request);
      const said = warnings.length > 0 && { warnings: warnings.map(english) };
      return new Answer(JSON.stringify(Object.assign(page, said)), undefined, undefined, { warnings });
    },
    hasUnlimitedReads: true,
    dataset: () => directory.dataset,
  };
}

/** Finds doctors by the read operations, as JSON. */
export function readDoctors(reads: AsyncReads, query: DoctorsQuery, sizes?: AnswerSizes) {
  const asked = withAvailability(query);
  return hasSearchText(asked) ? reads.searchDoctors(asked, sizes) : reads.listDoctors(asked, sizes);
}

function hasSearchText(query: DoctorsQuery): query is DoctorSearchQuery {
  return query.q !== undefined;
}

/** An error about the connector itself, which the directory has no message for. */
export class ConnectorError extends DirectoryError {
  constructor(
    code: ErrorCode,
    readonly about: ConnectorMessage,
  ) {
    super(code, sentence(about, TEXTS.en));
  }
}

/** Thrown by a read through the public interface after the caller has reached its rate limit. */
export class LimitReached extends ConnectorError {
  constructor(readonly waitSeconds: number) {
    super('rate_limited', { code: 'limit_reached', params: { seconds: waitSeconds } });
  }
}

export type FilterKind = 'specialties' | 'languages';

/** Reads the values that a filter accepts, with the number of listed doctors for each. */
export const FILTER_VALUES: Record<FilterKind, (reads: AsyncReads) => Promise<readonly FilterValue[]>> = {
  specialties: async (reads) => visibleValue(await reads.listSpecialties()).specialties,
  languages: async (reads) => visibleValue(await reads.listLanguages()).languages,
};
