import { say, type Said, type SaidFields } from './said.js';

/** What one source says about one record. It is the only form in which the directory keeps what it was told. */
export interface SourceRecord<Fields extends object = object> {
  /** The name of the source, e.g. "odhf". */
  readonly source: string;
  /** Identifies the record within its source. */
  readonly key: string;
  /** Whether the source lists the record, or has ended it. */
  readonly listed: Said<boolean>;
  /** The time of the oldest extract that lists it, in milliseconds since 1970; Infinity if none does. */
  readonly firstListed: number;
  /** Whether an operator had the source forgotten: the record only tells which clinics are one, until it is imported again. */
  readonly isForgotten?: boolean;
  readonly fields: SaidFields<Fields>;
}

/** A row of an extract. A field that the extract does not give, or gives in a form that cannot be read, is absent. */
export interface ExtractRow<Fields extends object = object> {
  readonly key: string;
  readonly fields: Partial<Fields>;
}

/** When the data of a source was taken from it, and which of its records it had. */
export interface ExtractTime {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Whether the rows are all records of the source: those that are not among them have ended. */
  readonly isComplete: boolean;
  /** The keys of the records whose rows cannot be used: nothing is known of them, so that they have not ended. */
  readonly rejected?: readonly string[];
}

/** What a source said at one time. */
export interface Extract<Fields extends object = object> extends ExtractTime {
  readonly source: string;
  readonly rows: readonly ExtractRow<Fields>[];
  /** The keys of the records of which a row says that they have ended. */
  readonly ended?: readonly string[];
}

/** The records of one source by key, and its extracts so far. */
export interface SourceState<Fields extends object = object> {
  readonly records: ReadonlyMap<string, SourceRecord<Fields>>;
  /** In the order of their times. */
  readonly extracts: readonly ExtractTime[];
}

export const NO_EXTRACTS: SourceState<never> = { records: new Map(), extracts: [] };

/**
 * Adds an extract to what a source said. The records that result do not depend on the order in which extracts are added:
 * what counts is the order of their times.
 */
export function addExtract<Fields extends object>(
  { records, extracts }: SourceState<Fields>,
  extract: Extract<Fields>,
): SourceState<Fields> {
  const { source, at, isComplete, rows, ended = [], rejected = [] } = extract;
  const result = new Map(records);
  const list = (key: string, isListed: boolean, fields: Partial<Fields> = {}) =>
    result.set(key, addRow(records.get(key), { source, key, isListed, fields }, at, extracts));
  for (const { key, fields } of rows) list(key, true, fields);
  for (const key of ended) list(key, false);
  const described = new Set([...rows.map(({ key }) => key), ...rejected, ...ended]);
  if (isComplete) for (const key of records.keys()) if (!described.has(key)) list(key, false);
  const time = { at, isComplete, rejected };
  return { records: result, extracts: [...extracts, time].toSorted((a, b) => a.at - b.at) };
}

/** What an extract says about one record: that its source lists it, or has ended it. */
export interface RecordRow<Fields extends object> extends ExtractRow<Fields> {
  readonly source: string;
  readonly isListed: boolean;
}

/**
 * Returns a record with what an extract says about it.
 * @param known the record so far, if there is one
 * @param extracts those of the source so far, in the order of their times
 */
export function addRow<Fields extends object>(
  known: SourceRecord<Fields> | undefined,
  { source, key, isListed, fields }: RecordRow<Fields>,
  at: number,
  extracts: readonly ExtractTime[],
): SourceRecord<Fields> {
  const times = extracts.map((each) => each.at);
  let listed = say(known?.listed, isListed, at, times);
  // The complete extracts before this import, which may be newer, did not have a record that is new here.
  if (!known)
    for (const extract of extracts)
      if (extract.isComplete && !extract.rejected?.includes(key))
        listed = say(listed, false, extract.at, times);
  const firstListed = Math.min(known?.firstListed ?? Infinity, isListed ? at : Infinity);
  return { source, key, listed, firstListed, fields: saidFields(known?.fields ?? {}, fields, at, times) };
}

function saidFields<Fields extends object>(
  known: SaidFields<Fields>,
  fields: Partial<Fields>,
  at: number,
  times: readonly number[],
): SaidFields<Fields> {
  const said: { -readonly [Field in keyof Fields]?: Said<Fields[Field]> } = { ...known };
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[name];
    if (value !== undefined) said[name] = say(known[name], value, at, times);
  }
  return said;
}
