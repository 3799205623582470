import { EVIDENCE_METHODS, type EvidenceMethod } from '../records/evidence.js';
import { EVIDENCE_DAYS, type EvidenceDays } from './evidence.js';

/** Parses days by method of observation, such as phone_call=90,web=60; others keep their default. */
export function evidenceDays(value: string): EvidenceDays {
  const days: Record<EvidenceMethod, number | null> = { ...EVIDENCE_DAYS };
  const parts = value.split(',').map((part) => part.trim());
  for (const part of parts.filter(Boolean)) {
    const [name, number = ''] = part.split('=');
    const method = EVIDENCE_METHODS.find((known) => known === name && EVIDENCE_DAYS[known] !== null);
    if (!method || !/^[1-9]\d{0,4}$/.test(number))
      throw new Error('a list such as phone_call=90,web=60, in days');
    days[method] = Number(number);
  }
  return days;
}
