import type { ReviewReply } from '@care-atlas/domain/records';
import type { DataSource } from 'typeorm';
import { subjectNames } from './subject-names.js';

/** Selects reviews. */
export interface ReviewFilter {
  /** Part of the text, the author or the reply, or the whole id of the review or of its doctor or clinic. */
  readonly text?: string;
  /** Only those that a correction hides, or only the others (default: all). */
  readonly hidden?: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** A review as people judge it. */
export interface ListedReview {
  /** UUID, by which corrections name it. */
  readonly id: string;
  /** The registration number of a doctor, or the id of a clinic, and the name; the same where the directory has none. */
  readonly subject: string;
  readonly subjectName: string;
  readonly author: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly text: string;
  /** Calendar date, YYYY-MM-DD. */
  readonly date: string;
  readonly reply: ReviewReply | null;
  /** The correction that hides it, which shows it again when it is withdrawn; null while the review is shown. */
  readonly hiddenBy: number | null;
}

const SHOWN = `select id::text as id, coalesce(registration_number, clinic_id::text) as subject, author, rating, text,
    written_on, reply, replied_on, null::integer as hidden_by
  from review`;
// Hidden reviews, and their other versions that are not shown either, are in no table but that of the sources.
const HIDDEN = `select distinct on (record.key) record.key as id, record.subject, record.fields ->> 'author' as author,
    (record.fields ->> 'rating')::smallint as rating, record.fields ->> 'text' as text,
    (record.fields ->> 'writtenOn')::date as written_on, null as reply, null::date as replied_on, correction.id as hidden_by
  from correction join source_record hidden on hidden.kind = 'review' and hidden.key = correction.key
    join source_record record on record.kind = 'review' and record.subject = hidden.subject and (
      record.key = hidden.key or (record.ended_at is null
        and record.fields ->> 'author' = hidden.fields ->> 'author' and record.fields ->> 'writtenOn' = hidden.fields ->> 'writtenOn'
        and not exists (select from review where review.id = record.key::uuid)))
  where correction.record = 'review' and correction.kind = 'hide' and correction.ended_at is null
  order by record.key, record.key <> correction.key, correction.id desc, record.extracted_at desc`;
const DAY = `'YYYY-MM-DD'`;

/** Returns a page of the reviews, the newest first, and the number of all that were selected. */
export async function listReviews(
  database: DataSource,
  { text = '', hidden, limit, offset }: ReviewFilter,
): Promise<{ readonly reviews: readonly ListedReview[]; readonly total: number }> {
  const wanted = text.trim().toLowerCase();
  const hasText =
    wanted === ''
      ? ''
      : `where $1 in (id, subject) or strpos(lower(concat_ws(E'\\n', author, text, reply)), $1) > 0`;
  const parts = [...(hidden === true ? [] : [SHOWN]), ...(hidden === false ? [] : [HIDDEN])];
  const from = (more: string) =>
    parts.map((part) => `(select * from (${part}) review ${hasText} ${more})`).join(' union all ');
  const values = wanted === '' ? [] : [wanted];
  const [counted] = await database.query<{ total: number }[]>(
    `select count(*)::integer as total from (${from('')}) review`,
    values,
  );
  // A text may match few: to look for them in the order of the index would read the table in a random order.
  const newest = `order by ${wanted === '' ? 'written_on' : 'written_on + 0'} desc, id`;
  const [end, count, start] = [1, 2, 3].map((n) => `$${values.length + n}`);
  const rows = await database.query<
    (Omit<ListedReview, 'subjectName' | 'reply'> & {
      readonly reply: string | null;
      readonly repliedOn: string;
    })[]
  >(
    `select id, subject, author, rating, text, to_char(written_on, ${DAY}) as date, reply,
      to_char(replied_on, ${DAY}) as "repliedOn", hidden_by as "hiddenBy"
    from (${from(`${newest} limit ${end}`)}) review ${newest} limit ${count} offset ${start}`,
    [...values, offset + limit, limit, offset],
  );
  const names = await subjectNames(
    database,
    rows.map(({ subject }) => subject),
  );
  const reviews = rows.map(({ reply, repliedOn, ...row }) => ({
    ...row,
    subjectName: names.get(row.subject) ?? row.subject,
    reply: reply === null ? null : { text: reply, date: repliedOn },
  }));
  return { reviews, total: counted!.total };
}
