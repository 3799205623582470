import type { OutcomeCounts } from '@care-atlas/domain/records';
import type { Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { AccuracyAuditEntity } from '../entities/imports/accuracy-audit.entity.js';
import { OUTCOME_COUNTS } from './loading/measured-sample.js';

/** A sample that was drawn. */
export type AccuracyAudit = Readonly<AccuracyAuditEntity>;

/** What calls found of values that rested on the same method and were about as old when the sample was drawn. */
export interface EvidenceOutcomes extends OutcomeCounts {
  /** Empty if not known. */
  readonly method: string;
  /** The least age in days, one of AGES; null if not known. */
  readonly age: number | null;
}

/** The least ages in days by which evidence is grouped. */
export const AGES = [0, 31, 91, 181, 366] as const;

const DAYS = `extract(epoch from drawn_at - observed_at)::float8 / 86400`;
// Evidence from after the draw, by a clock that was wrong, counts as new.
const AGE = `(array[${AGES.join()}])[greatest(width_bucket(${DAYS}, array[${AGES.join()}]::float8[]), 1)]`;

/** Reads the audits of the directory's accuracy. */
export class AccuracyRepository {
  readonly #audits: Repository<AccuracyAuditEntity>;

  constructor(database: DatabaseScope) {
    this.#audits = database.getRepository(AccuracyAuditEntity);
  }

  /** Returns all samples, also those without results, the newest first. */
  audits(): Promise<AccuracyAudit[]> {
    return this.#audits.find({ order: { drawnAt: 'DESC', protocolHash: 'ASC' } });
  }

  /** Returns the outcomes of a sample by method and age of what was listed. */
  byEvidence(protocolHash: string): Promise<EvidenceOutcomes[]> {
    return this.#audits.query<EvidenceOutcomes[]>(
      `select method, case when observed_at is not null then ${AGE} end as age, ${OUTCOME_COUNTS}
      from accuracy_finding join accuracy_audit using (protocol_hash)
      where protocol_hash = $1 group by 1, 2 order by method collate "C", age`,
      [protocolHash],
    );
  }
}
