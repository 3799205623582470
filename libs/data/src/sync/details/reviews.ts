import { bestDetail } from '@care-atlas/domain/fusion';
import { REVIEW_DIMENSIONS, type ReviewRecord } from '@care-atlas/domain/records';
import { torontoMoment } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import { v5 } from 'uuid';
import { ReviewEntity } from '../../entities/directory/review.entity.js';
import type { Values } from '../apply/record-store.js';
import type { ActiveCorrection } from '../corrections/active-corrections.js';
import { plainColumns } from '../staging/plain-columns.js';
import { type DetailFields, type DetailForm, subjectColumns, subjectIndex } from './detail-form.js';

/** A review as a source gives it. Without an id, its subject, author, date and text identify it. */
export type ReviewInput = Omit<ReviewRecord, 'id'> & {
  readonly id?: string;
  /** What identifies it instead of a text that was left out. */
  readonly identifyingText?: string;
};

interface ReviewFields
  extends
    DetailFields,
    Omit<ReviewEntity, 'id' | 'registrationNumber' | 'clinicId' | 'reply' | 'repliedOn'> {}

/** The author of a review whose source names nobody. */
export const ANONYMOUS = 'Anonymous';

/** Never change this: the ids of reviews that came without one follow from it. */
const NAMESPACE = '3d6c1d0b-4a0e-4d6f-a9a4-0b9a6a3a52c1';

const COLUMNS = plainColumns(ReviewEntity);
/** The properties of the dimensions, by dimension. */
const DIMENSIONS = Object.fromEntries(
  REVIEW_DIMENSIONS.map((name) => [name, name === 'wait_time' ? 'waitTime' : name]),
) as Readonly<Record<(typeof REVIEW_DIMENSIONS)[number], keyof ReviewFields>>;

/** Reviews of doctors and clinics. */
export const REVIEW_FORM: DetailForm<ReviewInput, ReviewFields> = {
  kind: 'review',
  noun: 'reviews',
  keyColumn: 'id',
  read: ({ id, subject: about, author, rating, text, identifyingText = text, date, dimensions }) => {
    const doctor = 'doctor' in about ? about.doctor : null;
    const clinic = 'clinic' in about ? about.clinic.toLowerCase() : null;
    const rated = Object.entries(DIMENSIONS).map(([name, property]) => [
      property,
      dimensions[name as keyof typeof DIMENSIONS] ?? null,
    ]);
    return {
      key:
        id ??
        idOf({ registrationNumber: doctor, clinicId: clinic, author, writtenOn: date }, identifyingText),
      fields: {
        subject: (doctor ?? clinic)!,
        author,
        rating,
        text,
        writtenOn: date,
        ...(Object.fromEntries(rated) as Partial<ReviewFields>),
      },
    };
  },
  keptAs: {
    text: ['text'],
    ...Object.fromEntries(Object.entries(DIMENSIONS).map(([name, property]) => [name, [property]])),
  },
  needed: [],
  index: subjectIndex,
  ignoresRepetitions: true,
  made: {
    field: 'writtenOn',
    type: 'date',
    column: 'date',
    reason: 'The date of the review is in the future: give a day up to TODAY, today in Toronto.',
  },
  table: {
    name: 'review',
    columns: COLUMNS,
    compared: COLUMNS.filter((name) => name !== 'id'),
    lists: {},
    join: 'join review stored on stored.id = wanted.key::uuid',
    fuse: (records) => {
      const best = bestDetail(records);
      if (!best) return undefined;
      const values = Object.entries(best.fields).map(([name, said]) => [name, said.value]);
      const { subject, ...row } = Object.fromEntries(values) as unknown as ReviewFields;
      return { id: best.key, ...subjectColumns(subject), ...row };
    },
    correct: (row, corrections) =>
      corrections.some(({ kind }) => kind === 'hide') ? undefined : { ...row, ...replyOf(corrections) },
    logKey: ({ id }) => String(id),
  },
};

/** What identifies a review that came without an id, besides its text. */
type Authorship = Pick<ReviewEntity, 'registrationNumber' | 'clinicId' | 'author' | 'writtenOn'>;

function idOf({ registrationNumber, clinicId, author, writtenOn }: Authorship, text: string): string {
  return v5(JSON.stringify([registrationNumber, clinicId, author, writtenOn, text]), NAMESPACE);
}

/** What tells the versions of a review that came without an id: a changed text makes another review. */
interface ReviewVersion {
  readonly authorship: string;
  /** The words of the text of an anonymous author; undefined of a named one, and where the text was left out. */
  readonly words: ReadonlySet<string> | undefined;
}

/**
 * Returns what tells the versions of a review; undefined for one with an id.
 * @param isDoubtful whether its source gives a value that does not count: a text that was left out identifies it nevertheless
 */
export function versionOf(row: Values, isDoubtful: boolean): ReviewVersion | undefined {
  const { id, text, ...review } = row as unknown as ReviewEntity;
  const isLeftOut = text === '' && isDoubtful;
  if (!isLeftOut && idOf(review, text) !== id) return undefined;
  const { registrationNumber, clinicId, author, writtenOn } = review;
  return {
    authorship: JSON.stringify([registrationNumber, clinicId, author, writtenOn]),
    words: author === ANONYMOUS && !isLeftOut ? new Set(fold(text).match(/\p{L}+/gu)) : undefined,
  };
}

/** Returns whether two are versions of one review. Several people are anonymous: half the words of the shorter text are the same. */
export function areVersions(one: ReviewVersion, other: ReviewVersion): boolean {
  if (one.authorship !== other.authorship) return false;
  const { words } = other;
  if (!one.words || !words) return true;
  const shared = [...one.words].filter((word) => words.has(word)).length;
  return shared > 0 && 2 * shared >= Math.min(one.words.size, words.size);
}

/** Returns the last reply, with its day in Toronto. */
function replyOf(corrections: readonly ActiveCorrection[]): Pick<ReviewEntity, 'reply' | 'repliedOn'> {
  const last = corrections.findLast(({ kind }) => kind === 'reply');
  if (!last) return { reply: null, repliedOn: null };
  return { reply: String(last.fields['text']), repliedOn: torontoMoment(last.madeAt).date };
}
