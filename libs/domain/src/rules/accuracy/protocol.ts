import { AUDITED_FIELDS, type AuditedField, type Stratum } from '../../records/accuracy.js';
import { compareText } from '../../text/text.js';

/** How an audit is made, as far as its maker chooses. It is fixed before the first call. */
export interface AuditProtocol {
  readonly datasetVersion: string;
  readonly fields: readonly AuditedField[];
  /** The text from which the random draw follows. */
  readonly seed: string;
  readonly size: number;
  readonly strata: readonly Stratum[];
  /** The version of the rest: the sampling frame, the draw, the questions and how answers are judged. */
  readonly version: 1;
}

/** Returns the SHA-256 of a text in UTF-8, hexadecimal. */
export type Sha256 = (text: string) => string;

/** Returns the protocol of an audit. */
export function auditProtocol(chosen: Omit<AuditProtocol, 'version' | 'fields'>): AuditProtocol {
  return { ...chosen, fields: AUDITED_FIELDS, version: 1 };
}

/**
 * Returns a protocol as the text whose SHA-256 identifies the audit: JSON with its members in the order of their names
 * and nothing between them (RFC 8785).
 */
export function protocolText(protocol: AuditProtocol): string {
  const members = Object.entries(protocol).toSorted(([a], [b]) => compareText(a, b));
  return JSON.stringify(Object.fromEntries(members));
}
