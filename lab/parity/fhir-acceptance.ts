import type { KnownAcceptance } from '@care-atlas/domain/contract';
import type { EvidenceMethod } from '@care-atlas/domain/records';
import type { AsOf, EvidenceDays } from '@care-atlas/domain/rules';

const NEW_PATIENTS = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition/newpatients';
const DAY_MS = 86_400_000;

interface Concept {
  readonly text: string;
  readonly coding?: readonly { readonly code: string }[];
}

/** The elements of a resource that are read here. */
export interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly specialty?: readonly Concept[];
  readonly extension?: readonly {
    readonly url: string;
    readonly extension: readonly { readonly valueCodeableConcept: Concept }[];
  }[];
  readonly target?: readonly { readonly reference: string }[];
  readonly targetLocation?: readonly string[];
  readonly status?: string;
  readonly statusDate?: string;
  readonly lastPerformed?: string;
  readonly validationProcess?: readonly Concept[];
}

/** What a door says: the answer, whom it is about, how it is known, and since when. */
export type Said = Pick<KnownAcceptance, 'answer' | 'code' | 'method' | 'observedAt'> & {
  readonly dated: boolean;
};

/**
 * Returns a reader of what FHIR resources say of acceptance on a day, by the guide on FHIR alone: the extension has what was said
 * last, the newest result that agrees has method and time, and how long it holds follows from the method. Several results of one time
 * are several readings.
 */
export function resultReader(
  resources: readonly Resource[],
  evidenceDays: EvidenceDays,
): (reference: string, asOf: AsOf) => readonly Said[] {
  const byReference = new Map(resources.map((each) => [`${each.resourceType}/${each.id}`, each]));
  const results = Map.groupBy(
    resources.filter(({ targetLocation = [] }) => targetLocation.some((path) => path.includes(NEW_PATIENTS))),
    ({ target }) => target![0]!.reference,
  );
  return (reference, asOf) => {
    const concept = byReference.get(reference)!.extension?.find(({ url }) => url === NEW_PATIENTS)
      ?.extension[0]!.valueCodeableConcept;
    const agreeing = (results.get(reference) ?? []).filter(({ status }) => status !== 'val-fail');
    const newest = Math.max(...agreeing.map(({ statusDate }) => Date.parse(statusDate!)));
    const unknown = { answer: 'unknown', code: 'unknown' } as const;
    if (!concept) return [{ ...unknown, method: '', observedAt: null, dated: true }];
    const answer = concept.text === 'Accepting new patients' ? 'yes' : 'no';
    const code = (concept.coding?.[0]?.code ?? 'unknown') as KnownAcceptance['code'];
    if (agreeing.length === 0) return [{ answer, code, method: '', observedAt: null, dated: true }];
    return agreeing
      .filter(({ statusDate }) => Date.parse(statusDate!) === newest)
      .map(({ validationProcess, statusDate, lastPerformed }): Said => {
        const method = validationProcess![0]!.text as EvidenceMethod;
        const days = evidenceDays[method];
        const isExpired = days !== null && asOf.time > newest + days * DAY_MS;
        const said = isExpired ? unknown : ({ answer, code } as const);
        return { ...said, method, observedAt: statusDate!, dated: lastPerformed !== undefined };
      });
  };
}
