import type { Fact } from '@care-atlas/domain/records';
import { type StatementText, torontoMoment } from '@care-atlas/domain/rules';
import type { VerificationResult } from '@medplum/fhirtypes';
import { FHIR_ID } from './elements.js';

/** Where resources have a fact: the resource, and the path of its element. */
type Places = { readonly [F in Fact]?: readonly [target: string, path: string] };

/**
 * Returns what sources say about a record. What nobody observed has no result.
 * @param record as in ids
 * @param namesOf what identifies a result of the record; of statements with equal names, those of the first one's time and
 * status are one result, and the others are left out
 */
export function verificationResults(
  record: string,
  statements: readonly StatementText[],
  places: Places,
  namesOf: (statement: StatementText) => readonly string[],
): readonly VerificationResult[] {
  const results = new Map<string, VerificationResult>();
  const shown = new Map<Fact, string>();
  for (const statement of statements) {
    const { fact, value, source, method, observedAt, dated, until } = statement;
    // The first statement of a fact has the value of the record.
    if (!shown.has(fact)) shown.set(fact, value);
    const place = places[fact];
    if (!place || value === 'null' || Number.isNaN(observedAt)) continue;
    const [reference, path] = place;
    const time = new Date(observedAt).toISOString();
    // What has no date was not observed then: its source says so since then.
    const lastPerformed = dated ? time : undefined;
    const status =
      value !== shown.get(fact) ? 'val-fail' : method === 'clinic_attested' ? 'attested' : 'validated';
    const id = FHIR_ID.evidence(record, ...namesOf(statement));
    const known = results.get(id);
    if (!known)
      results.set(id, {
        resourceType: 'VerificationResult',
        id,
        target: [{ reference }],
        targetLocation: [path],
        status,
        statusDate: time,
        validationProcess: [{ text: method }],
        lastPerformed,
        nextScheduled: Number.isNaN(until) ? undefined : torontoMoment(new Date(until)).date,
        primarySource:
          source === '' ? undefined : [{ who: { display: source }, validationDate: lastPerformed }],
      });
    else if (
      known.status === status &&
      known.statusDate === time &&
      known.lastPerformed === lastPerformed &&
      !known.targetLocation!.includes(path)
    ) {
      known.targetLocation!.push(path);
      if (known.target!.every((target) => target.reference !== reference)) known.target!.push({ reference });
    }
  }
  return [...results.values()];
}
