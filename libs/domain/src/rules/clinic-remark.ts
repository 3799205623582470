import { dateNumberOf, dateText } from './calendar.js';
import { openEnds } from './opening-hours.js';
import type { ClinicOrigin, ClinicRecord, PositionSource } from '../records/clinic.js';

const ORIGIN_REMARKS: Readonly<Record<ClinicOrigin, string>> = {
  sample: 'Sample record: invented for demonstration.',
  'open-data': '',
  clinic: '',
  register: '',
};
const POSITION_REMARKS: Readonly<Record<PositionSource, string>> = {
  source: '',
  'postal-area': 'The position is the centre of the postal area.',
};

export const SUBWAY_NOT_KNOWN = 'Whether a subway station is near is not known.';

/** Returns remarks on a clinic for human readers: unknown, approximate and invented facts. */
export function clinicRemarks(clinic: ClinicRecord): readonly string[] {
  const remarks = [
    ORIGIN_REMARKS[clinic.origin],
    'Confirm by phone: availability is best effort.',
    clinic.accepting === null && 'Whether new patients are accepted is not known.',
    acceptanceRemark(clinic),
    clinic.openingHours.length === 0 && 'The opening hours are not known.',
    openEndRemark(clinic),
    clinic.hoursNote,
    clinic.wheelchair === null && 'Wheelchair access is not known.',
    clinic.virtualVisits === null && 'Whether virtual visits are offered is not known.',
    POSITION_REMARKS[clinic.positionSource],
    clinic.positionSource === 'postal-area' && SUBWAY_NOT_KNOWN,
  ];
  return remarks.flatMap((remark) => remark || []);
}

function openEndRemark({ openingHours }: ClinicRecord): string {
  const times = openEnds(openingHours).join(' or ');
  return times && `Opens at ${times}, and when it closes is not known.`;
}

function acceptanceRemark({ acceptingObserved }: ClinicRecord): string {
  if (!acceptingObserved) return '';
  const { observedAt, dated, method } = acceptingObserved;
  const date = dateText(dateNumberOf(observedAt));
  if (dated === false) return `Acceptance listed since ${date}.`;
  return `Acceptance last observed ${date}${method && ` by ${method}`}.`;
}
