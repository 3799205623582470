import type { ExportedClinic, ExportedEvidence, ExportedService } from '@care-atlas/domain/contract';
import type { ChangeOp, ChangeType } from '@care-atlas/domain/records';

/** A change of a listed record, before it has a number. */
export interface RecordChange {
  readonly type: ChangeType;
  readonly key: string;
  readonly op: ChangeOp;
  /** The members that differ, of a record that was updated. */
  readonly fields: readonly string[];
  /** The clinic that answers for a merged one, or offers the service of one. */
  readonly survivor?: string;
}

/** A record before and after a run; undefined where it is not listed. */
export interface ComparedRecord extends Pick<RecordChange, 'type' | 'key'> {
  readonly before: object | undefined;
  readonly after: object | undefined;
  /** Whether the directory had it before the run, listed or not. */
  readonly wasKnown: boolean;
  /** The clinic that answers for it since this run, of a service for its clinic; undefined where none began to. */
  readonly survivor: string | undefined;
  /** Whether corrections hid it before the run. */
  readonly wasHidden: boolean;
  /** Whether they hide it now. */
  readonly isHidden: boolean;
}

/** Members that say when a record, or a part of it, was confirmed. A record that only they differ in is the same. */
const CONFIRMATION: readonly string[] = ['syncedAt', 'confirmedAt', 'asOf'];
/** Members with evidence. */
const EVIDENCE: readonly string[] = ['availability', 'serviceAvailability'];
/** What the record of a doctor shows of a clinic. */
const SUMMARY: readonly string[] = ['name', 'address', 'lat', 'lng', 'phone', 'accepting'];

/** What the record of a service shows of its clinic. */
const OF_SERVICES: readonly string[] = ['name', 'languages', 'accepting'];

const LISTED_AGAIN = { doctor: 'restored', clinic: 'reopened', service: 'reopened' } as const;
const NOT_LISTED = { doctor: 'expired', clinic: 'closed', service: 'closed' } as const;

/** Returns what happened to a record; undefined where nothing did. */
export function changeOf(record: ComparedRecord): RecordChange | undefined {
  const { type, key, before, after, wasKnown, survivor, wasHidden, isHidden } = record;
  if (before && after) {
    const fields = differingMembers(before, after);
    return fields.length > 0 ? { type, key, op: 'updated', fields } : undefined;
  }
  // Also of a record that was not listed: a copy may have kept it.
  if (isHidden && !wasHidden) return { type, key, op: 'removed', fields: [] };
  // Also of a clinic that had closed: a copy may know its id.
  if (!after && survivor !== undefined && (before || wasKnown))
    return { type, key, op: 'merged', fields: [], survivor };
  if (before) return { type, key, op: NOT_LISTED[type], fields: [] };
  if (!after) return undefined;
  const again = wasHidden ? 'restored' : LISTED_AGAIN[type];
  return { type, key, op: wasKnown ? again : 'created', fields: [] };
}

/** Returns whether a change of a clinic changes its doctors too. */
export function changesSummary({ op, fields }: RecordChange): boolean {
  return op !== 'updated' || fields.some((name) => SUMMARY.includes(name));
}

/** Returns whether a change of a clinic may change its services too. */
export function changesServices({ op, fields }: RecordChange): boolean {
  return op !== 'updated' || fields.some((name) => OF_SERVICES.includes(name));
}

function differingMembers(before: object, after: object): string[] {
  const was = before as Readonly<Record<string, unknown>>;
  return Object.entries(after)
    .filter(
      ([name, value]) => !CONFIRMATION.includes(name) && toldText(name, value) !== toldText(name, was[name]),
    )
    .map(([name]) => name);
}

/** Returns a text of a member that is equal where nothing is to be told. */
function toldText(name: string, value: unknown): string {
  const isEvidence = EVIDENCE.includes(name) && value !== undefined;
  return JSON.stringify(isEvidence ? toldEvidence(value as Evidence) : value, (member, part: unknown) =>
    CONFIRMATION.includes(member) ? undefined : part,
  );
}

type Evidence = ExportedClinic['availability'] | ExportedService['serviceAvailability'];

/**
 * Returns what is told of the evidence: all that the answer about new patients follows from, now and later; of other facts the
 * answer. Their times and states would change every record every night.
 */
function toldEvidence({ accepting: { state: _state, ...accepting }, ...others }: Evidence): object {
  const answers = Object.entries<ExportedEvidence>(others).map(([fact, known]) => [
    fact,
    'answer' in known && known.answer,
  ]);
  return { accepting, ...Object.fromEntries(answers) };
}
