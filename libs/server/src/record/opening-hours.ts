import type { ClinicDetail, SpecialHours } from '@care-atlas/domain/contract';
import {
  clock,
  DAY_MINUTES,
  DAY_NAMES,
  type DayName,
  type DaySpan,
  spansText,
  specialDaysText,
  type Weekday,
} from '@care-atlas/domain/records';
import {
  dayAfter,
  dayOf,
  daysAfter,
  holidayOn,
  hoursOn,
  knownHours,
  spanOf,
  unknownTimes,
  unknownTimesOn,
  weekdayOf,
} from '@care-atlas/domain/rules';
import { Html, html } from '../pages/html.js';
import type { PageLanguage } from '../pages/language.js';
import { RECORD_TEXTS, type RecordView } from './record-view.js';

/** A Monday, to name the days of the week. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** A leap year, to name the days of every year. */
const YEAR = '2024';

/** The hours of a record that a list or a page shows. */
type ShownHours = Pick<ClinicDetail, 'openingHours' | 'specialHours'>;

/** Renders the hours of today, those of the week, and those of special days. */
export function openingHoursPart(clinic: ClinicDetail, { language, today }: RecordView): Html {
  const { hours, weekdayAndDate } = RECORD_TEXTS[language];
  const { openingHours, specialHours = [] } = clinic;
  return html`<p class="today"><span>${hours.today(weekdayAndDate(today))}</span> <strong>${todayText(clinic, today, language)}</strong></p>
    ${
      openingHours
        ? html`<table class="week"><caption class="visually-hidden">${hours.week}</caption><tbody>${DAY_NAMES.map(
            (day) =>
              html`<tr ${day === dayOf(today) && new Html('class="now"')}><th scope="row">${dayName(day, language)}</th><td>${weekdayText(clinic, day, language)}</td></tr>`,
          )}${specialRows(specialHours, language)}</tbody></table>`
        : specialHours.length > 0 &&
          html`<table class="week"><caption class="visually-hidden">${hours.special}</caption><tbody>${specialRows(specialHours, language)}</tbody></table>`
    }${openingHours && !specialHours.some(({ days }) => days === 'public-holidays') && html`<p class="small muted">${hours.publicHolidaysUnknown}</p>`}`;
}

/** Returns the hours of a date, with the end of the night before: not known is neither open nor closed. */
export function todayText(clinic: ShownHours, date: string, language: PageLanguage): string {
  const { hours, unknown, holiday: named } = RECORD_TEXTS[language];
  const known = knownHours(clinic);
  const spans = hoursOn(known, date);
  if (spans !== null) {
    const night = endOfNight(hoursOn(known, daysAfter(date, -1)) ?? []);
    return dayText([...night, ...spans], unknownTimesOn(known, date), language);
  }
  const holiday = holidayOn(date);
  return holiday && clinic.openingHours ? hours.holidayUnknown(named(holiday)) : unknown;
}

/** Returns the hours as an import gives them, such as `Mo 09:00-17:00; PH off`; empty if they are not known. */
export function hoursAsImported(clinic: ClinicDetail): string {
  const week = DAY_NAMES.map((day) => {
    const spans = (clinic.openingHours ?? []).filter((span) => span.day === day);
    return spans.length > 0 && `${day[0]!.toUpperCase()}${day[1]} ${spansText(spans.map(spanOf))}`;
  });
  const special = specialDaysText(knownHours(clinic).specialDays);
  return [...week, special].filter(Boolean).join('; ');
}

/** Returns a span of evidence, such as `mon 09:00-17:00`. */
export function hoursText(span: string, language: PageLanguage): string {
  const [day = '', times = ''] = span.split(' ');
  const [opens = '', closes = ''] = times.split('-');
  return `${dayName(day as DayName, language)} ${spanWords(opens, closes, language)}`;
}

/**
 * Returns the hours of a day of the week: not known is neither open nor closed.
 * @param hasNight whether they begin with the end of the night before
 */
export function weekdayText(
  clinic: ShownHours,
  day: DayName,
  language: PageLanguage,
  hasNight = false,
): string {
  const known = knownHours(clinic);
  const isOfDay = ({ weekday }: { weekday: Weekday }) => weekday === weekdayOf(day);
  const isOfEvening = ({ weekday }: { weekday: Weekday }) => dayAfter(weekday) === weekdayOf(day);
  const night = hasNight ? endOfNight(known.openingHours.filter(isOfEvening)) : [];
  const spans = [...night, ...known.openingHours.filter(isOfDay)];
  return dayText(spans, unknownTimes(known).filter(isOfDay), language);
}

/** Returns the part after midnight of the spans of the day before. */
function endOfNight(spans: readonly DaySpan[]): readonly DaySpan[] {
  const ends = spans.map(({ closes }) => (closes ?? 0) - DAY_MINUTES);
  return ends.filter((closes) => closes > 0).map((closes) => ({ opens: 0, closes }));
}

/** Returns the hours of a day, and its times of which they are not known. */
function dayText(spans: readonly DaySpan[], unknown: readonly DaySpan[], language: PageLanguage): string {
  const texts = RECORD_TEXTS[language];
  if (unknown.length === 0) return daySpans(spans, language);
  const isWhole = unknown.some(({ opens, closes }) => opens === 0 && (closes ?? 0) >= DAY_MINUTES);
  if (isWhole) return texts.unknown;
  const open = spans.length > 0 && daySpans(spans, language);
  const left = texts.hours.notKnown(daySpans(unknown, language));
  return [open, left].filter(Boolean).join('; ');
}

function daySpans(spans: readonly DaySpan[], language: PageLanguage): string {
  if (spans.length === 0) return RECORD_TEXTS[language].hours.closed;
  return spans
    .map(({ opens, closes }) => spanWords(clock(opens), closes === null ? '' : clock(closes), language))
    .join(', ');
}

function spanWords(opens: string, closes: string, language: PageLanguage): string {
  const { hours } = RECORD_TEXTS[language];
  return closes === '' ? hours.openEnd(opens) : hours.span(opens, closes);
}

function dayName(day: DayName, language: PageLanguage): string {
  const { weekday } = RECORD_TEXTS[language];
  const name = weekday(new Date(MONDAY + DAY_NAMES.indexOf(day) * DAY_MS).toISOString());
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function specialRows(special: readonly SpecialHours[], language: PageLanguage): readonly Html[] {
  const { unknown, hours: words } = RECORD_TEXTS[language];
  // The rows of the week name them.
  return special
    .filter(({ days }) => days !== 'every-week')
    .map((days) => {
      const { open, hours = [] } = days;
      const text =
        open === 'no' ? words.closed : open === 'yes' ? daySpans(hours.map(spanOf), language) : unknown;
      return html`<tr><th scope="row">${specialDates(days, language)}</th><td>${text}</td></tr>`;
    });
}

function specialDates({ days, name, from, to, weekdays }: SpecialHours, language: PageLanguage): string {
  const { hours, holiday, date, dayOfYear, listed } = RECORD_TEXTS[language];
  const only = weekdays && hours.onlyOn(listed(weekdays.map((day) => dayName(day, language).toLowerCase())));
  const text = [datesText(), only].filter(Boolean).join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);

  function datesText(): string {
    if (days === 'public-holidays') return hours.publicHolidays;
    if (days === 'holiday') return holiday(name!);
    const write = days === 'dates' ? date : (day: string) => dayOfYear(`${YEAR}-${day}`);
    return from === to ? write(from!) : hours.range(write(from!), write(to!));
  }
}
