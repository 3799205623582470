import type { AuditedField, Outcome } from '@care-atlas/domain/records';
import { torontoDate } from '@care-atlas/domain/rules';
import { withSession } from '../../connection/native-connection.js';
import { recordEvent } from '../../administration/audit-event.js';
import { publishVersion } from '../../directory/loading/dataset-version.js';
import type { AccuracyAuditEntity } from '../../entities/imports/accuracy-audit.entity.js';
import { numberChanges } from '../feed/collect-changes.js';
import { acquireRunLock } from '../run/run-lock.js';

/** A field of a drawn record, with what the directory listed. */
export interface DrawnField {
  readonly registrationNumber: string;
  readonly field: AuditedField;
  readonly listed: string;
}

/** What a call found of it. */
export interface FieldFinding extends Pick<DrawnField, 'registrationNumber' | 'field'> {
  readonly outcome: Outcome;
}

/** A file of results. */
export interface ResultsFile extends Pick<AccuracyAuditEntity, 'protocolHash'> {
  /** SHA-256 of the file, hexadecimal. */
  readonly fileHash: string;
}

/**
 * Records what the calls found, and makes it public as a new dataset version. Results are final.
 * @param judge returns a finding for each drawn field, or throws
 * @returns the version; undefined when this file was imported before
 * @throws Error when no such sample was drawn, when its results are another file, and when a synchronization is running
 */
export async function recordFindings(
  databaseUrl: string,
  { protocolHash, fileHash }: ResultsFile,
  { now, actor }: { readonly now: Date; readonly actor: string },
  judge: (drawn: readonly DrawnField[]) => readonly FieldFinding[],
): Promise<string | undefined> {
  return withSession(databaseUrl, 'care-atlas-audit', async (client) => {
    await client.query('begin');
    const { rows } = await client.query<Pick<AccuracyAuditEntity, 'measuredAt' | 'fileHash'>>(
      `select measured_at as "measuredAt", file_hash as "fileHash" from accuracy_audit
      where protocol_hash = $1 for update`,
      [protocolHash],
    );
    const [audit] = rows;
    if (!audit)
      throw new Error(
        `No sample of this database has the protocol hash ${protocolHash}: import a call list that \`draw\` wrote.`,
      );
    if (audit.fileHash === fileHash) return undefined;
    if (audit.measuredAt)
      throw new Error(
        `The results of this sample were imported on ${torontoDate(audit.measuredAt)} and are final: to measure again, draw another sample.`,
      );
    const drawn = await client.query<DrawnField>(
      `select registration_number as "registrationNumber", field, listed from accuracy_finding
      where protocol_hash = $1`,
      [protocolHash],
    );
    const findings = judge(drawn.rows);
    await client.query(
      `update accuracy_finding found set outcome = result.outcome
      from jsonb_to_recordset($2) as result ("registrationNumber" text, field text, outcome text)
      where found.protocol_hash = $1 and found.registration_number = result."registrationNumber"
        and found.field = result.field`,
      [protocolHash, JSON.stringify(findings)],
    );
    await client.query(
      'update accuracy_audit set measured_at = $2, file_hash = $3 where protocol_hash = $1',
      [protocolHash, now, fileHash],
    );
    // Versions become visible in the order of their numbers only if no run makes one at the same time.
    await acquireRunLock(client, 'transaction');
    const { version } = await publishVersion(client, null, now, await numberChanges(client, 0));
    const details = { fileHash, version };
    await recordEvent(client, {
      at: now,
      actor,
      action: 'accuracy-measured',
      subject: protocolHash,
      details,
    });
    await client.query('commit');
    return version;
  });
}
