import { createHash } from 'node:crypto';
import { type AuditProtocol, auditProtocol, protocolText, stratifiedSample } from '@care-atlas/domain/rules';
import { withSession } from '../../connection/native-connection.js';
import { recordEvent } from '../../administration/audit-event.js';
import { loadDataset } from '../../directory/loading/dataset-loader.js';
import type { AccuracyAuditEntity } from '../../entities/imports/accuracy-audit.entity.js';
import { type FramedRecord, type ListedValue, listedValues, SamplingFrame } from './sampling-frame.js';

/** What the maker of an audit chooses, and who draws the sample when. */
export interface DrawOptions extends Pick<AuditProtocol, 'size' | 'seed' | 'strata'> {
  readonly now: Date;
  readonly actor: string;
}

/** A record of a sample. */
export interface SampledRecord extends Pick<FramedRecord, 'doctor' | 'clinic' | 'strata'> {
  readonly values: readonly ListedValue[];
}

/** A sample that was drawn. */
export interface DrawnSample {
  readonly protocolHash: string;
  /** The text whose SHA-256 is the hash. */
  readonly protocol: string;
  readonly datasetVersion: string;
  /** When it was first drawn: the same protocol always draws the same sample. */
  readonly drawnAt: Date;
  /** The number of doctors that could be drawn. */
  readonly population: number;
  readonly records: readonly SampledRecord[];
}

/**
 * Draws a sample of the newest dataset version and stores it, with its protocol and the listed values.
 * @param keep writes the call list; if it fails, nothing is stored
 * @throws Error when the directory holds sample data, or fewer doctors than `size`
 */
export async function drawSample(
  databaseUrl: string,
  { now, actor, ...chosen }: DrawOptions,
  keep: (sample: DrawnSample) => Promise<void>,
): Promise<DrawnSample> {
  const { size, seed, strata } = chosen;
  const frame = await loadDataset(databaseUrl, (about) => new SamplingFrame(about, strata));
  const population = frame.records.length;
  if (frame.isSample)
    throw new Error(
      'The directory holds sample data, of which no accuracy is ever measured: import real records first.',
    );
  if (size > population)
    throw new Error(`The directory has ${population} doctors to draw from: --size may be at most that.`);
  const datasetVersion = frame.about.version;
  const protocol = auditProtocol({ datasetVersion, seed, size, strata });
  const text = protocolText(protocol);
  const protocolHash = sha256(text);
  const records = stratifiedSample(frame.records, protocol, sha256).map((record) => ({
    ...record,
    values: listedValues(record),
  }));
  return withSession(databaseUrl, 'care-atlas-audit', async (client) => {
    await client.query('begin');
    const { rowCount } = await client.query(
      'insert into accuracy_audit (protocol_hash, protocol, drawn_at) values ($1, $2, $3) on conflict do nothing',
      [protocolHash, text, now],
    );
    if (rowCount === 1) {
      const findings = records.flatMap(({ doctor, strata: own, values }) =>
        values.map(({ observedAt, ...value }) => ({
          ...value,
          registration_number: doctor.registrationNumber,
          observed_at: observedAt,
          strata: own,
        })),
      );
      await client.query(
        `insert into accuracy_finding (protocol_hash, registration_number, field, strata, listed, method, observed_at)
        select $1, registration_number, field, strata, listed, method, observed_at from jsonb_to_recordset($2)
          as drawn (registration_number text, field text, strata text[], listed text, method text, observed_at timestamptz)`,
        [protocolHash, JSON.stringify(findings)],
      );
      const details = { ...chosen, datasetVersion };
      await recordEvent(client, {
        at: now,
        actor,
        action: 'accuracy-sample-drawn',
        subject: protocolHash,
        details,
      });
    }
    const { rows } = await client.query<Pick<AccuracyAuditEntity, 'drawnAt'>>(
      'select drawn_at as "drawnAt" from accuracy_audit where protocol_hash = $1',
      [protocolHash],
    );
    const sample = {
      protocolHash,
      protocol: text,
      datasetVersion,
      drawnAt: rows[0]!.drawnAt,
      population,
      records,
    };
    await keep(sample);
    await client.query('commit');
    return sample;
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
