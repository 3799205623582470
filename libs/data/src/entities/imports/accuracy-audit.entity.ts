import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { TIME } from '../columns.js';

/** A random sample of the directory that is checked by telephone. It is drawn once, and measured once. */
@Entity('accuracy_audit')
@Check('accuracy_audit_protocol_hash_check', "protocol_hash ~ '^[0-9a-f]{64}$'")
@Check('accuracy_audit_measured_check', 'num_nonnulls(measured_at, file_hash) in (0, 2)')
export class AccuracyAuditEntity {
  /** SHA-256 of the protocol, hexadecimal. */
  @PrimaryColumn('text') protocolHash: string;

  /** The protocol as it is hashed. */
  @Column('text') protocol: string;

  @Column(TIME) drawnAt: Date;

  /** When the results were imported; null before. */
  @Column(TIME, { nullable: true }) measuredAt: Date | null;

  /** SHA-256 of the file of results, hexadecimal. */
  @Column('text', { nullable: true }) fileHash: string | null;
}
