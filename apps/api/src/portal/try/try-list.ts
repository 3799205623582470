import type { DoctorItem } from '@care-atlas/domain/contract';
import { DAY_NAMES } from '@care-atlas/domain/records';
import { type Html, html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import {
  RECORD_TEXTS,
  RESULT_TEXTS,
  type ResultFacts,
  resultPart,
  todayText,
  weekdayText,
} from '@care-atlas/server/record';
import { TEXTS } from '../../texts/texts.js';
import type { TryValues } from './try-request.js';

/** For whom results are shown. */
export interface ShownResults {
  /** What was asked, whose days decide which hours are shown. */
  readonly values: TryValues;
  /** The time that the age of an observation is relative to. */
  readonly now: Date;
  /** The date in Toronto, YYYY-MM-DD. */
  readonly today: string;
  /** The registration numbers of doctors who are registered otherwise than for independent practice. */
  readonly notIndependent: ReadonlySet<string>;
}

/** Renders doctors as a list in the order of the answer. */
export function tryList(doctors: readonly DoctorItem[], shown: ShownResults, language: PageLanguage): Html {
  return numberedList(doctors, language, (doctor) => doctorResult(doctor, shown, language));
}

/** Renders items in order. Each one links to its point on the map. */
export function numberedList(
  doctors: readonly DoctorItem[],
  language: PageLanguage,
  render: (doctor: DoctorItem) => Html,
): Html {
  const { map } = TEXTS[language].search;
  return html`<ol class="results" id="results" tabindex="-1">${doctors.map(
    (doctor, index) => html`<li id="result-${index + 1}" tabindex="-1">
      <a class="number" href="#point-${index + 1}" aria-label="${map.showOnMap(index + 1)}">${index + 1}</a>
      <div>${render(doctor)}</div>
    </li>`,
  )}</ol>`;
}

/** Renders a doctor of a list. */
export function doctorResult(doctor: DoctorItem, shown: ShownResults, language: PageLanguage): Html {
  const { cpsoNumber, name, clinic } = doctor;
  const facts: ResultFacts = {
    ...clinicFacts(doctor, shown, language),
    name,
    href: pathIn(language, `/doctors/${cpsoNumber}`),
    profile: [profileText(doctor, shown, language)],
    clinic: { name: clinic.name, href: pathIn(language, `/clinics/${clinic.id}`) },
  };
  return resultPart(facts, { language, now: shown.now });
}

/** Returns specialties, languages, and whether the registration is not for independent practice. */
export function profileText(
  {
    cpsoNumber,
    specialties,
    languages = [],
  }: Pick<DoctorItem, 'cpsoNumber' | 'specialties'> & Partial<Pick<DoctorItem, 'languages'>>,
  { notIndependent }: Pick<ShownResults, 'notIndependent'>,
  language: PageLanguage,
): string {
  const { names } = TEXTS[language].search;
  const registration = notIndependent.has(cpsoNumber) ? [RESULT_TEXTS[language].notIndependent] : [];
  return [...specialties.map(names.specialty), ...languages.map(names.language), ...registration].join(' · ');
}

/** Returns what a list shows of the clinic of a doctor, with its name. */
export function clinicFacts(
  { availability, clinic, distanceMeters, ...doctor }: DoctorItem,
  shown: ShownResults,
  language: PageLanguage,
): ResultFacts {
  return {
    name: clinic.name,
    href: pathIn(language, `/clinics/${clinic.id}`),
    distanceMeters,
    accepting: availability?.accepting,
    hours: hours(doctor, shown, language),
    address: clinic.address,
    phone: clinic.phone,
  };
}

/** Returns the hours of the days that were asked about, otherwise those of today. */
function hours(
  doctor: Pick<DoctorItem, 'openingHours' | 'specialHours'>,
  { values, today }: ShownResults,
  language: PageLanguage,
): readonly string[] {
  const { form, search } = TEXTS[language];
  const { weekdayAndDate } = RECORD_TEXTS[language];
  const { days = '', date = '', openAt = '' } = values;
  const asked = DAY_NAMES.filter((day) => days.split(',').includes(day));
  if (asked.length > 0)
    return asked.map((day) =>
      search.hours(form.days[day], weekdayText(doctor, day, language, openAt !== '')),
    );
  if (/^\d{4}-\d\d-\d\d$/.test(date))
    return [search.hours(weekdayAndDate(date), todayText(doctor, date, language))];
  return [search.hours(search.today, todayText(doctor, today, language))];
}
