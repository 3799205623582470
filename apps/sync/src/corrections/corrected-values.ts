import {
  CORRECTABLE_FIELDS,
  type CorrectableField,
  type CorrectableRecord,
} from '@care-atlas/domain/records';
import { nearestWord } from '@care-atlas/domain/text';
import { Columns } from '../rows/columns.js';
import { InputRow, REST_IS_USED } from '../rows/input-row.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { clinicReader, clinics } from '../sources/clinics.js';
import { register, registrationReader } from '../sources/register.js';
import type { SourceRows } from '../rows/source-rows.js';
import { RefusedDecision } from './refused-decision.js';

/** The kinds of records that can be corrected. */
export const CORRECTABLE = ['doctor', 'clinic'] as const satisfies readonly CorrectableRecord[];
export type Correctable = CorrectableRecord;

/** The corrections of one command, by column. */
export type GivenValues = Readonly<Record<string, string>>;

/** The properties of a record that a column gives. The columns are those of the import. */
const PROPERTIES: {
  readonly [Kind in Correctable]: Readonly<Record<CorrectableField<Kind>, readonly string[]>>;
} = {
  doctor: {
    name: ['name'],
    gender: ['gender'],
    class: ['registrationClass'],
    independent_since: ['practisingSince', 'practiceStart'],
    graduated: ['practisingSince', 'practiceStart'],
    specialties: ['specialties'],
    languages: ['languages'],
    referral_required: ['referralRequired'],
    booking_phone: ['bookingPhone'],
    booking_online: ['bookingOnline'],
    booking_referral_only: ['bookingReferralOnly'],
  },
  clinic: {
    name: ['name'],
    address: ['address'],
    postal_code: ['postalCode'],
    lat: ['lat', 'lng', 'positionSource'],
    lng: ['lat', 'lng', 'positionSource'],
    phone: ['phone'],
    website: ['website'],
    type: ['type'],
    opening_hours: ['openingHours', 'hoursNote', 'specialDays'],
    wheelchair: ['wheelchair'],
    virtual_visits: ['virtualVisits'],
  },
};

/** Columns that no record is without. */
const NEEDED = ['name', 'independent_since', 'graduated', 'address', 'lat', 'lng', 'type'];

/** What an import does with hours that a correction refuses. */
const HOURS_ARE_UNKNOWN = '; the hours are stored as not known';

/** Nothing is left out of a correction. */
const NO_ROWS: SourceRows = {
  async *records() {},
  skip: () => undefined,
  note: () => undefined,
};

/** Returns the columns that can be corrected, with what an import accepts in them. */
export function correctableColumns(record: Correctable): Readonly<Record<string, string>> {
  const { columns } = record === 'doctor' ? register : clinics;
  return Object.fromEntries(CORRECTABLE_FIELDS[record].map((name) => [name, columns[name]!]));
}

/**
 * Parses assignments such as `phone=416-555-0101`.
 * @throws UnusableInput when one has no column or a wrong one, or a column occurs twice
 */
export function givenValues(record: Correctable, assignments: readonly string[]): GivenValues {
  const given: Record<string, string> = {};
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    const column = assignment.slice(0, at);
    if (at < 1)
      throw new UnusableInput(
        `${assignment} has no value: write a field, "=" and its value, such as name="A clinic".`,
      );
    const refused = refusedField(record, column);
    if (refused) throw new UnusableInput(refused);
    if (column in given) throw new UnusableInput(`The field ${column} occurs twice: give it once.`);
    given[column] = assignment.slice(at + 1).trim();
  }
  return given;
}

/** Returns why a column is none that can be corrected; undefined when it is one. */
function refusedField(record: Correctable, column: string): string | undefined {
  const known: readonly string[] = CORRECTABLE_FIELDS[record];
  if (known.includes(column)) return undefined;
  if (column.startsWith('accepting'))
    return `\`correct\` does not take ${column}: whether patients are accepted is an observation; import it with \`availability\`.`;
  const nearest = nearestWord(column, known);
  const guess = nearest ? `; did you mean ${nearest}?` : '.';
  return `A ${record} has no field ${column} that can be corrected, only ${known.join(', ')}${guess}`;
}

/**
 * Returns the values of a record, by property, as an import of its source would read them.
 * @param now the time of the run: days must not be after it
 * @throws RefusedDecision that names each value that an import would not accept
 */
export function correctedValues(
  record: Correctable,
  given: GivenValues,
  now: Date,
): Readonly<Record<string, unknown>> {
  const refuse = (reasonOf: (column: string) => string | undefined) => {
    const [first, ...others] = Object.keys(given).flatMap((column) => {
      const reason = reasonOf(column);
      return reason === undefined ? [] : { param: `given.${column}`, reason };
    });
    if (first) throw new RefusedDecision([first, ...others]);
  };
  refuse((column) => refusedField(record, column));
  refuse((column) => {
    const isMissing = NEEDED.includes(column) && given[column] === '';
    return isMissing ? `${column} is empty, but must be filled in.` : undefined;
  });
  const { columns } = record === 'doctor' ? register : clinics;
  const read = record === 'doctor' ? doctorReader(now) : clinicReader(NO_ROWS, now);
  const rowOf = (values: GivenValues) => {
    const names = Object.keys(columns);
    const row = new InputRow(
      1,
      Columns.inOrder(names),
      names.map((name) => values[name] ?? ''),
    );
    return { row, values: read(row) as Readonly<Record<string, unknown>> | undefined };
  };
  // Faults of other columns come from the missing values of the row, not from the correction. With a point, others are missing.
  const lacking = new Set(
    [{}, { lat: '43.7', lng: '-79.4' } as GivenValues].flatMap((values: GivenValues) =>
      faultsOf(rowOf(values).row).map(({ reason }) => reason),
    ),
  );
  const { row, values } = rowOf(given);
  const faults = faultsOf(row).filter(({ column, reason }) => column in given || !lacking.has(reason));
  // Of a pair of columns, one may lack the other.
  const [anyColumn] = Object.keys(given);
  const columnOf = (column: string) => (column in given ? column : anyColumn);
  refuse((wanted) =>
    faults
      .find(({ column }) => columnOf(column) === wanted)
      ?.reason.replace(REST_IS_USED, 'Nothing was corrected.')
      .replace(HOURS_ARE_UNKNOWN, ''),
  );
  if (!values) {
    const reason = `These values say that the ${record} is closed: a correction does not close a record, but \`hide\` does.`;
    throw new RefusedDecision([{ param: `given.${anyColumn}`, reason }]);
  }
  const propertiesOf: Readonly<Record<string, readonly string[]>> = PROPERTIES[record];
  const properties = Object.keys(given).flatMap((column) => propertiesOf[column]!);
  return Object.fromEntries(properties.map((property) => [property, values[property]]));
}

/** Returns a function that reads registrations, with the properties of the stored record. */
function doctorReader(now: Date) {
  const read = registrationReader(NO_ROWS, { complete: false, now });
  return (row: InputRow) => {
    const { booking, ...doctor } = read(row)!;
    const { phone, online, referralOnly } = booking;
    return { ...doctor, bookingPhone: phone, bookingOnline: online, bookingReferralOnly: referralOnly };
  };
}

function faultsOf({ faults, notes }: InputRow) {
  return [...faults, ...notes];
}
