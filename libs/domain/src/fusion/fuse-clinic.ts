import type { ClinicOrigin, ClinicRecord, ClinicType, OpeningInterval } from '../records/clinic.js';
import type { SpecialDays } from '../records/special-days.js';
import { EVIDENCE_METHODS, type EvidenceMethod } from '../records/evidence.js';
import type { SourcedPosition } from '../rules/geo.js';
import { compareText, streetAddress } from '../text/index.js';
import type { SourceRecord } from './source-record.js';

/** What a source can say about a clinic. A null says that the source does not know. */
export interface ClinicFields {
  readonly name: string | null;
  readonly address: ClinicAddress;
  readonly position: SourcedPosition | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly type: ClinicType | null;
  readonly hours: ClinicHours | null;
  readonly wheelchair: boolean | null;
  readonly virtualVisits: boolean | null;
  /** Whether new patients are accepted, without a date of its own. */
  readonly accepting: boolean | null;
  readonly origin: ClinicOrigin;
}

export type ClinicAddress = Pick<ClinicRecord, 'address' | 'postalCode'>;

export interface ClinicHours {
  readonly spans: readonly OpeningInterval[];
  /** As `hoursNote` in the record of a clinic. */
  readonly note: string;
  /** As `specialDays` there; absent without any. They belong to the week beside which the source says them. */
  readonly special?: readonly SpecialDays[];
}

/** What a source says about a clinic, since when by `saidSince`, and how the source observes. */
export interface ClinicStatement extends SourceRecord<ClinicFields> {
  readonly method: EvidenceMethod;
}

export type FusedField = keyof ClinicFields;

/** The precedence of methods where sources disagree, the one that counts most first. */
const PRECEDENCE = [
  'correction',
  'clinic_attested',
  'phone_call',
  'register',
  'web',
  'open_data',
  'patient_report',
] as const satisfies readonly EvidenceMethod[];
const RANKS = new Map<EvidenceMethod, number>(PRECEDENCE.map((method, rank) => [method, rank]));
EVIDENCE_METHODS satisfies readonly (typeof PRECEDENCE)[number][];

/** Returns the precedence of a method: the lowest counts most. */
export function methodRank(method: EvidenceMethod): number {
  return RANKS.get(method)!;
}

/** A clinic as its sources describe it together, and the sources that each field comes from. */
export interface FusedClinic {
  readonly fields: { readonly [Field in FusedField]: ClinicFields[Field] | null };
  /** Whether any source lists it. */
  readonly isListed: boolean;
  readonly from: Readonly<Partial<Record<FusedField, ClinicStatement>>>;
}

/**
 * Returns a clinic as the records that are about it describe it. Each field is that of the best method, of one method the
 * value that a source began to say last: to repeat a value is no observation. What a source said before it ended the clinic counts only if no other source than a register lists it: a
 * register knows that a doctor practices there, and little else: its places only add what no other source says. A forgotten source counts only where no other is left.
 * @param records at least one; the order does not matter
 * @param isMerged whether operators merged a record's clinic into this one: it only adds what the others do not say
 */
export function fuseClinic(
  records: readonly ClinicStatement[],
  isMerged: (record: ClinicStatement) => boolean = () => false,
): FusedClinic {
  const kept = records.filter(({ isForgotten }) => !isForgotten);
  const members = kept.length > 0 ? kept : records;
  const listed = members.filter((member) => member.listed.value);
  const isDescribed = listed.some((record) => !isPlace(record));
  const speaking = isDescribed ? listed : members;
  const from: Partial<Record<FusedField, ClinicStatement>> = {};
  const choose = <Field extends FusedField>(
    field: Field,
    compare: (a: ClinicStatement, b: ClinicStatement) => number = () => 0,
  ): ClinicFields[Field] | null => {
    const [best] = speaking
      .filter((member) => (member.fields[field]?.value ?? null) !== null)
      .toSorted(
        (a, b) =>
          Number(isMerged(a)) - Number(isMerged(b)) ||
          compare(a, b) ||
          Number(isPlace(a)) - Number(isPlace(b)) ||
          byMethod(field)(a, b),
      );
    if (best) from[field] = best;
    return best?.fields[field]?.value ?? null;
  };
  const address = choose('address');
  const fields: FusedClinic['fields'] = {
    address,
    name: choose('name') ?? (address && `Practice at ${streetAddress(address.address)}`),
    // A measured position is better than the center of a postal area, whoever gives it.
    position: choose('position', (a, b) => Number(isMeasured(b)) - Number(isMeasured(a))),
    phone: choose('phone'),
    website: choose('website'),
    type: choose('type'),
    // Hours that are doubtful, and only noted, say less than others.
    hours: choose('hours', (a, b) => Number(tellsHours(b)) - Number(tellsHours(a))),
    wheelchair: choose('wheelchair'),
    virtualVisits: choose('virtualVisits'),
    accepting: choose('accepting'),
    origin: choose('origin'),
  };
  return { fields, isListed: listed.length > 0, from };
}

function byMethod(field: FusedField) {
  return (a: ClinicStatement, b: ClinicStatement): number =>
    methodRank(a.method) - methodRank(b.method) ||
    b.fields[field]!.since - a.fields[field]!.since ||
    compareText(a.source, b.source) ||
    compareText(a.key, b.key);
}

/** Returns whether a record is a place that a register names, without describing it. */
function isPlace({ fields }: ClinicStatement): boolean {
  return fields.origin?.value === 'register';
}

function tellsHours({ fields }: ClinicStatement): boolean {
  return (fields.hours?.value?.spans.length ?? 0) > 0;
}

function isMeasured({ fields }: ClinicStatement): boolean {
  return fields.position?.value?.positionSource === 'source';
}
