import {
  type ClinicFields,
  type ClinicMember,
  type ClinicStatement,
  fuseClinic,
  methodRank,
  recordRef,
  resolveClinics,
} from '@care-atlas/domain/fusion';
import type { OpeningInterval } from '@care-atlas/domain/records';
import { isNearSubway, type Position, type SourcedPosition } from '@care-atlas/domain/rules';
import { fold } from '@care-atlas/domain/text';
import { jsonTime, pick, type Values } from '../apply/record-store.js';
import { addressUuids } from '../record-ids.js';
import { type ExtractTimes, statementOf } from '../records/stored-record.js';
import type { SyncContext } from '../run/sync-context.js';
import { type ActiveCorrections, correctedFields } from '../corrections/active-corrections.js';
import type { ClinicRecordRow } from './related-records.js';

/** What clinics are computed from. */
interface ClinicWorld {
  readonly related: readonly ClinicRecordRow[];
  /** The ids of records at which a listed doctor practices. */
  readonly practiced: ReadonlySet<string>;
  /** When clinics had closed before, according to their sources; null for open ones. */
  readonly closedBefore: ReadonlyMap<string, unknown>;
  readonly extracts: ExtractTimes;
  readonly corrections: ActiveCorrections;
  readonly stations: readonly Position[];
}

/** A clinic as it is stored. */
export interface ComputedClinic {
  /** By property. */
  readonly values: Values;
  /** The clinic that answers for it; undefined for one that answers for itself. */
  readonly survivor: string | undefined;
  readonly isHidden: boolean;
  /** What the sources say of the fields that corrections change; null without corrections. */
  readonly source: Values | null;
  /** Whether this extract ended one of its records, and a listed doctor still practices there. */
  readonly isKept: boolean;
}

/** Returns the clinics of related records by id. The id of each record is a clinic, or one that another answers for. */
export function computeClinics(
  context: Pick<SyncContext, 'now' | 'extractedAt' | 'rejects'>,
  { related, practiced, closedBefore, extracts, corrections, stations }: ClinicWorld,
): ReadonlyMap<string, ComputedClinic> {
  const byRef = new Map(related.map((row) => [recordRef(row), row]));
  const listing = new Set(related.filter(isListing).map(({ key }) => key));
  const statements = new Map(
    related.map((row) => {
      const isUsed = practiced.has(row.key) && (isPlace(row) || !listing.has(row.key));
      return [recordRef(row), clinicStatement(row, isUsed, extracts)];
    }),
  );
  const members = related.map((row) => memberOf(row, statements.get(recordRef(row))!));
  const { decisions } = corrections;
  const computed = new Map<string, ComputedClinic>();
  const closingOf = (id: string) => closedBefore.get(id) ?? jsonTime(context.now);
  for (const { id, members: own } of resolveClinics(members, decisions)) {
    const said = own.map(({ ref }) => statements.get(ref)!);
    const ids = [...new Set(own.map((member) => member.id))];
    const decided = corrections.of('clinic', ids);
    const has = (kind: string) => decided.some((correction) => correction.kind === kind);
    const isMerged = ({ key }: ClinicStatement) => key !== id && decisions.merged.has(key);
    const fused = valuesOf(said, stations, isMerged);
    const hidden = decided.findLast(({ kind }) => kind === 'hide');
    const { isListed } = fuseClinic(said);
    const fields = derived(correctedFields(decided), stations);
    const sourceClosed = isListed ? null : closingOf(id);
    const closedAt = hidden ? jsonTime(hidden.madeAt) : has('pin') ? null : sourceClosed;
    const changed = { ...fields, ...((hidden ?? has('pin')) && { closedAt }) };
    const source = decided.some(({ kind }) => kind !== 'apart' && kind !== 'merge')
      ? { ...pick(fused, Object.keys(fields)), ...('closedAt' in changed && { closedAt: sourceClosed }) }
      : null;
    const rowsOf = (of: readonly ClinicMember[]) => of.map(({ ref }) => byRef.get(ref)!);
    computed.set(id, {
      values: { ...fused, ...fields, closedAt, ...timesOf(fused, rowsOf(own), context.now) },
      survivor: undefined,
      isHidden: hidden !== undefined,
      source,
      isKept:
        closedAt === null &&
        own.some(({ ref }) => isEndedNow(byRef.get(ref)!, context.extractedAt)) &&
        !own.some(({ ref }) => isListing(byRef.get(ref)!)),
    });
    for (const other of ids.slice(1)) {
      const records = own.filter((member) => member.id === other);
      const values = valuesOf(
        records.map(({ ref }) => statements.get(ref)!),
        stations,
      );
      computed.set(other, {
        values: { ...values, closedAt: closingOf(other), ...timesOf(values, rowsOf(records), context.now) },
        survivor: id,
        isHidden: hidden !== undefined,
        source: null,
        isKept: false,
      });
    }
  }
  return computed;
}

/**
 * Returns what a source says of a clinic.
 * @param isUsed whether it is listed because a listed doctor practices there: a place of a register, or a clinic that no
 * source lists any more
 */
function clinicStatement(row: ClinicRecordRow, isUsed: boolean, extracts: ExtractTimes): ClinicStatement {
  const statement = statementOf<ClinicFields>(row, extracts);
  const isListed = isUsed || (!isPlace(row) && statement.listed.value);
  return { ...statement, listed: { ...statement.listed, value: isListed } };
}

function memberOf(row: ClinicRecordRow, { method, firstListed, fields }: ClinicStatement): ClinicMember {
  const position = fields.position?.value ?? null;
  return {
    ref: recordRef(row),
    listedBy: row.fields['origin'] === 'register' ? null : row.source,
    id: row.key,
    name: fields.name?.value ?? null,
    addressKey: row.addressKey ?? '',
    placeKey: row.placeKey ?? '',
    position: position?.positionSource === 'source' ? position : null,
    phone: row.phone,
    firstListed,
    rank: methodRank(method),
  };
}

function isEndedNow({ endedAt, fields }: ClinicRecordRow, extractedAt: Date): boolean {
  return endedAt !== null && fields['origin'] !== 'register' && endedAt.getTime() === extractedAt.getTime();
}

/** Returns whether a record's source lists the clinic, whoever practices there. */
function isListing(row: ClinicRecordRow): boolean {
  return row.endedAt === null && !isPlace(row);
}

function isPlace({ fields }: ClinicRecordRow): boolean {
  return fields['origin'] === 'register';
}

/** Returns the columns and lists of a clinic, without times. */
function valuesOf(
  statements: readonly ClinicStatement[],
  stations: readonly Position[],
  isMerged?: (statement: ClinicStatement) => boolean,
): Values {
  const { fields, from } = fuseClinic(statements, isMerged);
  const { address: place, position, hours, type, origin, wheelchair, virtualVisits } = fields;
  const name = fields.name ?? '';
  const { address = '', postalCode = '' } = place ?? {};
  const { addressKey, placeKey } = addressUuids(address, postalCode);
  const at: SourcedPosition = position ?? { lat: 0, lng: 0, positionSource: 'postal-area' };
  return {
    name,
    searchName: fold(name),
    address,
    postalCode,
    addressKey,
    placeKey,
    ...at,
    nearSubway: isNearSubway(at, stations),
    phone: fields.phone ?? '',
    website: fields.website ?? '',
    type: type ?? 'specialist',
    openingHours: (hours?.spans ?? []).map(({ weekday, opens, closes }) => [weekday, opens, closes]),
    hoursNote: hours?.note ?? '',
    specialDays: hours?.special ?? [],
    wheelchair,
    virtualVisits,
    origin,
    source: (from.name ?? statements[0]!).source,
  };
}

/** Returns corrected fields with the values that follow from them. */
function derived(fields: Values, stations: readonly Position[]): Values {
  const {
    name,
    lat,
    lng,
    positionSource = 'source',
    openingHours,
  } = fields as Partial<SourcedPosition> & {
    readonly name?: string;
    readonly openingHours?: readonly OpeningInterval[];
  };
  return {
    ...fields,
    ...(name !== undefined && { searchName: fold(name) }),
    ...(lat !== undefined &&
      lng !== undefined && { nearSubway: isNearSubway({ lat, lng, positionSource }, stations) }),
    ...(openingHours && {
      openingHours: openingHours.map(({ weekday, opens, closes }) => [weekday, opens, closes]),
      // What the source says of its own hours, and of special days beside them, is not about the corrected ones.
      hoursNote: fields['hoursNote'] ?? '',
      specialDays: fields['specialDays'] ?? [],
    }),
  };
}

/** Returns when a clinic was described. A register, which names places, describes only a clinic that no list describes. */
function timesOf({ origin }: Values, rows: readonly ClinicRecordRow[], now: Date): Values {
  const describing = origin === 'register' ? rows : rows.filter((row) => !isPlace(row));
  const extractedAt = new Date(Math.max(...describing.map((row) => row.extractedAt.getTime())));
  return { syncedAt: now, extractedAt };
}
