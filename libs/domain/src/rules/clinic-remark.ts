import type { Message, Said } from '../messages/index.js';
import { dateNumberOf, dateText } from './time/calendar.js';
import { openEnds } from './time/opening-hours.js';
import { torontoDate } from './time/toronto-time.js';
import type { ClinicRecord } from '../records/clinic.js';
import { contradicts, EVIDENCE_DAYS, expiryOf, methodOf, methodWord } from './evidence.js';

/** Returns remarks on a clinic for human readers: unknown, approximate and invented facts. */
export function clinicRemarks(clinic: ClinicRecord): readonly Said[] {
  const { origin, openDataAt, positionSource } = clinic;
  const remarks: readonly (Said | false | undefined)[] = [
    origin === 'sample' && { code: 'sample_record' },
    openDataAt && { code: 'open_data_of', params: { date: dateText(dateNumberOf(openDataAt)) } },
    { code: 'confirm_by_phone' },
    clinic.accepting === null && { code: 'acceptance_not_known' },
    acceptanceRemark(clinic),
    disputeRemark(clinic),
    clinic.openingHours.length === 0 && { code: 'hours_not_known' },
    openEndRemark(clinic),
    clinic.hoursNote,
    clinic.wheelchair === null && { code: 'wheelchair_not_known' },
    clinic.virtualVisits === null && { code: 'virtual_visits_not_known' },
    positionSource === 'postal-area' && { code: 'position_of_area' },
    positionSource === 'postal-area' && { code: 'subway_not_known' },
  ];
  return remarks.flatMap((remark) => remark || []);
}

function openEndRemark({ openingHours }: ClinicRecord): Message | undefined {
  const opens = openEnds(openingHours);
  return opens.length > 0 ? { code: 'closing_not_known', params: { opens } } : undefined;
}

function acceptanceRemark({ acceptingObserved }: ClinicRecord): Message | undefined {
  if (!acceptingObserved) return undefined;
  const { observedAt, dated, method } = acceptingObserved;
  const date = torontoDate(observedAt);
  if (dated === false) return { code: 'acceptance_listed', params: { date } };
  return { code: 'acceptance_observed', params: { date, method } };
}

/** Returns what another source says of acceptance that held when the shown one was observed. */
function disputeRemark({ accepting, acceptingObserved, evidence = [] }: ClinicRecord): Message | undefined {
  if (accepting === null || !acceptingObserved) return undefined;
  const { observedAt, dated } = acceptingObserved;
  const shown = {
    value: accepting,
    method: methodOf(acceptingObserved),
    observedAt: observedAt.getTime(),
    dated: dated !== false,
  };
  const [other] = evidence
    .filter(({ fact, ...said }) => {
      const observation = { ...said, observedAt: said.observedAt.getTime(), until: NaN };
      const held = expiryOf(observation, { time: shown.observedAt, evidenceDays: EVIDENCE_DAYS });
      return fact === 'accepting' && contradicts(shown, observation) && held >= shown.observedAt;
    })
    .toSorted((a, b) => b.observedAt.getTime() - a.observedAt.getTime());
  if (!other) return undefined;
  const date = torontoDate(other.observedAt);
  const method = other.dated === false ? undefined : methodWord(other.method);
  return { code: 'acceptance_disputed', params: { accepting: !accepting, date, ...(method && { method }) } };
}
