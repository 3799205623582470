import type { DrawnField, DrawnSample, FieldFinding } from '@care-atlas/data/sync';
import { AUDITED_FIELDS, type AuditedField, type Outcome } from '@care-atlas/domain/records';
import { QUESTIONS } from '@care-atlas/domain/rules';
import { csvLine, withoutFormula } from '@care-atlas/domain/text';
import { CsvFormat } from '../formats/csv-format.js';
import { SourceFile } from '../conversions/source-file.js';
import type { InputRow } from '../rows/input-row.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { registrationNumberOf } from '../values/registration-number.js';

const HASH = 'protocol_hash';
const NUMBER = 'registration_number';
const NOT_ASKED = '-';
const UNREACHABLE = 'unreachable';
const SHOWN_FAULTS = 20;

/** Returns the column of the answer about a field, such as `answer_phone`. */
const answerColumn = (field: AuditedField) => `answer_${field}`;

/** The columns that are read. The others help the caller. */
const READ_COLUMNS: Readonly<Record<string, string>> = {
  [HASH]: 'SHA-256 of the protocol, as drawn',
  [NUMBER]: 'as drawn',
  ...Object.fromEntries(AUDITED_FIELDS.map((field) => [answerColumn(field), QUESTIONS[field].text])),
};

/** Returns the call list of a sample, as CSV. It does not show what a caller could suggest to the clinic. */
export function callList({ protocolHash, records }: DrawnSample): string {
  const lines = records.map(({ doctor, clinic, values }) => {
    const asked = new Set(values.map(({ field }) => field));
    const answers = AUDITED_FIELDS.map((field) => (asked.has(field) ? '' : NOT_ASKED));
    const shown = [doctor.name, clinic.name, clinic.phone, clinic.address].map(withoutFormula);
    return [protocolHash, doctor.registrationNumber, ...shown, ...answers];
  });
  const head = [HASH, NUMBER, 'doctor', 'clinic', 'phone', 'address', ...AUDITED_FIELDS.map(answerColumn)];
  return [head, ...lines].map((line) => csvLine(line)).join('');
}

/** Returns the columns of the answers with their questions, for the help. */
export function questionLines(): string[] {
  return AUDITED_FIELDS.map((field) => `  ${answerColumn(field).padEnd(21)} ${QUESTIONS[field].text}`);
}

/** A call list that was filled in. */
export class FilledCallList {
  private constructor(
    private readonly name: string,
    /** SHA-256 of the file, hexadecimal. */
    readonly fileHash: string,
    readonly protocolHash: string,
    private readonly rows: readonly InputRow[],
  ) {}

  /** @throws UnusableInput when the file is no call list, or of more than one sample */
  static async read(path: string, encoding?: string): Promise<FilledCallList> {
    const file = await SourceFile.open(path, path, encoding);
    const columns = { columns: READ_COLUMNS, needs: Object.keys(READ_COLUMNS).map((column) => [column]) };
    const rows: InputRow[] = [];
    for await (const batch of new CsvFormat(path, columns).rows(file.bytes())) rows.push(...batch);
    const hashes = new Set(rows.flatMap((row) => (row.fault ? [] : row.formatted(HASH))));
    const [hash = ''] = hashes;
    if (hashes.size !== 1 || !/^[0-9a-f]{64}$/.test(hash))
      throw new UnusableInput(
        `${path} is no call list: in each row, ${HASH} must be the same hash, as \`draw\` wrote it.`,
      );
    return new FilledCallList(path, file.hash, hash, rows);
  }

  /**
   * Judges the answers.
   * @param drawn the fields of the sample
   * @returns a finding for each
   * @throws UnusableInput that names every row at fault: one that was not drawn, is missing or occurs twice, or an
   * answer that is missing or not understood
   */
  judge(drawn: readonly DrawnField[]): readonly FieldFinding[] {
    const missing = Map.groupBy(drawn, ({ registrationNumber }) => registrationNumber);
    const faults: string[] = [];
    const findings = this.rows.flatMap((row) => {
      const found = row.essential<FieldFinding[]>([], () => findingsOf(row, missing));
      faults.push(...row.faults.map(({ reason }) => `${this.name}, line ${row.line}: ${reason}`));
      return found;
    });
    for (const number of missing.keys()) faults.push(`${this.name}: the doctor ${number} is missing.`);
    if (faults.length === 0) return findings;
    const shown = faults.slice(0, SHOWN_FAULTS);
    if (faults.length > shown.length) shown.push(`And ${faults.length - shown.length} more.`);
    throw new UnusableInput([...shown, 'Nothing was recorded.'].join('\n'));
  }
}

/** @param missing the drawn fields of doctors that no row was about so far; loses those of this row */
function findingsOf(row: InputRow, missing: Map<string, readonly DrawnField[]>): FieldFinding[] {
  if (row.fault) throw row.fault;
  const registrationNumber = registrationNumberOf(row);
  const drawn = missing.get(registrationNumber);
  if (!drawn) row.reject(NUMBER, 'a doctor of this sample, once');
  missing.delete(registrationNumber);
  return AUDITED_FIELDS.flatMap((field) => {
    const listed = drawn.find((each) => each.field === field)?.listed;
    return row.essential<FieldFinding[]>([], () => {
      const outcome = outcomeOf(row, field, listed);
      return outcome ? [{ registrationNumber, field, outcome }] : [];
    });
  });
}

/** @param listed undefined where the field was not asked about */
function outcomeOf(row: InputRow, field: AuditedField, listed: string | undefined): Outcome | undefined {
  const column = answerColumn(field);
  const answer = row.formatted(column).toLowerCase();
  if (listed === undefined)
    return ['', NOT_ASKED].includes(answer)
      ? undefined
      : row.reject(column, `${NOT_ASKED}: it is not listed`);
  if (answer === UNREACHABLE) return UNREACHABLE;
  const confirmed = QUESTIONS[field].confirms(answer, listed);
  if (confirmed === undefined) return row.reject(column, QUESTIONS[field].accepts);
  return confirmed ? 'correct' : 'incorrect';
}
