import { openingHoursOf } from '../hsds/schedules.js';
import { SHORT_MONTHS } from '../values/dates/months.js';
import type { Address, Concept, Extension, Hours, NotAvailable, Telecom } from './resources.js';

/** HL7's guide for directories, whose extensions say whom somebody accepts and how care is given. */
const PLAN_NET = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition';
export const NEW_PATIENTS = `${PLAN_NET}/newpatients`;
const ACCESSIBILITY = `${PLAN_NET}/accessibility`;
const DELIVERY_METHOD = `${PLAN_NET}/delivery-method`;
/** FHIR has no 24:00. */
const END_OF_DAY = '23:59:59';
const MIDNIGHT = '24:00';
const DAY_LETTERS = 2;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns what a concept says in words; undefined when it has only codes. */
export function wordsOf(concept: Concept | undefined): string | undefined {
  return concept?.text || concept?.coding?.map(({ display }) => display).find(Boolean);
}

/** Returns the first value of a system that is not a fax or an old one. */
export function telecomOf(
  telecom: readonly Telecom[] | undefined,
  system: 'phone' | 'url',
): string | undefined {
  return telecom?.find((each) => each.system === system && each.use !== 'old')?.value;
}

/** Returns an address on one line, without its postal code. */
export function addressText(address: Address | undefined): string | undefined {
  const { text, line = [], city, state } = address ?? {};
  return text ?? ([...line, city, state].filter(Boolean).join(', ') || undefined);
}

/** Returns whether new patients are accepted, if somebody said. */
export function acceptingIn(extensions: readonly Extension[] | undefined): 'yes' | 'no' | undefined {
  const stated = extensions?.find(({ url }) => url === NEW_PATIENTS)?.extension;
  const concept = stated?.find(({ url }) => url === 'acceptingPatients')?.valueCodeableConcept;
  if (!concept) return undefined;
  const code = codeOf(concept);
  if (code !== undefined) return code === 'newpt' ? 'yes' : 'no';
  const text = wordsOf(concept) ?? '';
  if (/^not accepting/i.test(text)) return 'no';
  return /^accepting/i.test(text) ? 'yes' : undefined;
}

/** Returns yes where there is wheelchair access. FHIR has no code for "known to be without". */
export function wheelchairIn(extensions: readonly Extension[] | undefined): 'yes' | undefined {
  const codes = extensions
    ?.filter(({ url }) => url === ACCESSIBILITY)
    .map((each) => codeOf(each.valueCodeableConcept));
  return codes?.includes('handiaccess') ? 'yes' : undefined;
}

/** Returns yes where virtual visits are offered. */
export function virtualIn(extensions: readonly Extension[] | undefined): 'yes' | undefined {
  const types = extensions
    ?.filter(({ url }) => url === DELIVERY_METHOD)
    .flatMap(({ extension = [] }) => extension);
  return types?.some(({ valueCodeableConcept }) => codeOf(valueCodeableConcept) === 'virtual')
    ? 'yes'
    : undefined;
}

/** Returns times without availability in the format of OpenStreetMap; undefined where they do not begin and end on a day. */
export function closureText({ during: { start, end } = {} }: NotAvailable): string | undefined {
  const [from, to] = [start, end].map((time) => DAY.exec(time ?? '')?.[0]);
  const [first, last] = [from, to].map((day) => day && dayText(day));
  return first && last && `${first}-${last} off`;
}

function dayText(day: string): string {
  const [year, month, date] = day.split('-');
  return `${year} ${SHORT_MONTHS[Number(month) - 1]} ${date}`;
}

function codeOf(concept: Concept | undefined): string | undefined {
  return concept?.coding?.map(({ code }) => code).find(Boolean);
}

/**
 * Returns hours in the format of OpenStreetMap; undefined without any.
 * @param exceptions texts that may be about special days in that format
 */
export function hoursText(
  hours: readonly Hours[] | undefined,
  exceptions: readonly (string | undefined)[],
): string | undefined {
  const schedules = (hours ?? []).map(({ daysOfWeek = [], allDay, openingTime, closingTime }) => ({
    byday: daysOfWeek.map((day) => day.slice(0, DAY_LETTERS)).join(','),
    opens_at: allDay ? '00:00' : openingTime,
    closes_at: allDay || closingTime === END_OF_DAY ? MIDNIGHT : closingTime,
  }));
  return openingHoursOf([...schedules, ...exceptions.map((description) => ({ description }))]);
}
