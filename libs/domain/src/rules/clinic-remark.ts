import { dateNumberOf, dateText } from './calendar.js';
import type { ClinicRecord } from '../records/clinic.js';

/** Best-effort remarks on a clinic, for people: what is not known, what is approximate, what is invented. */
export function clinicRemarks(clinic: ClinicRecord): readonly string[] {
  const remarks: [boolean, string][] = [
    [clinic.origin === 'sample', 'Sample record: invented for demonstration.'],
    [true, 'Confirm by phone: availability is best effort.'],
    [clinic.accepting === null, 'Whether new patients are accepted is not known.'],
    [clinic.acceptingObserved !== null, acceptanceRemark(clinic)],
    [clinic.openingHours.length === 0, 'The opening hours are not known.'],
    [clinic.wheelchair === null, 'Wheelchair access is not known.'],
    [clinic.virtualVisits === null, 'Whether virtual visits are offered is not known.'],
    [clinic.positionSource === 'postal-area', 'The position is the centre of the postal area.'],
  ];
  return remarks.filter(([applies]) => applies).map(([, remark]) => remark);
}

function acceptanceRemark({ acceptingObserved }: ClinicRecord): string {
  if (!acceptingObserved) return '';
  const { observedAt, method } = acceptingObserved;
  return `Acceptance last observed ${dateText(dateNumberOf(observedAt))}${method && ` by ${method}`}.`;
}
