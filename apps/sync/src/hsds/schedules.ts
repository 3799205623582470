import { specialDaysText } from '@care-atlas/domain/records';
import type { KnownHours } from '@care-atlas/domain/rules';
import { isSpecialDaysText } from '../values/hours/special-days.js';
import { SHORT_MONTHS } from '../values/dates/months.js';
import { isTooLong } from '../values/opening-hours.js';
import type { TableRow } from './open-package.js';

const DAY = 24 * 60;
/** The end of a whole day: a schedule that ends when it begins would be none. */
const LAST_MINUTE = '23:59';
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Times without a zone, or in that of Ontario, are local. */
const LOCAL = /^(\d{2}:\d{2})(?::\d{2})?(?:-0[45]:?00)?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})/;

/**
 * Returns schedules as opening hours in the format of OpenStreetMap; undefined without any. Those of the same days, or with
 * the same hours, are one rule: a text with one for each span would be too long to be read. A schedule without times may describe
 * special days in that format.
 */
export function openingHoursOf(schedules: readonly TableRow[]): string | undefined {
  const rules = schedules.filter(({ opens_at: opens }) => opens).map(ruleOf);
  const ofDays = joined(rules, ({ period, days }) => `${period} ${days}`, 'spans');
  const ofHours = joined(ofDays, ({ period, spans }) => `${period} ${spans}`, 'days');
  const texts = ofHours.map(({ period, days, spans }) => [period, days, spans].filter(Boolean).join(' '));
  // Words about anything else would make the hours a bad value.
  const special = schedules.flatMap(({ opens_at: opens, description }) =>
    !opens && description && isSpecialDaysText(description) ? description : [],
  );
  const all = [texts.join(', '), ...new Set(special)].filter(Boolean).join('; ');
  return (isTooLong(all) ? texts.join(', ') : all) || undefined;
}

/** A rule in that format, in parts. */
interface ScheduleRule {
  readonly period: string;
  readonly days: string;
  readonly spans: string;
}

/** Returns rules of which those with the same key are one, with a list of what differs. */
function joined(
  rules: readonly ScheduleRule[],
  keyOf: (rule: ScheduleRule) => string,
  differing: 'days' | 'spans',
): readonly ScheduleRule[] {
  return Array.from(Map.groupBy(rules, keyOf).values(), (same) => {
    const parts = [...new Set(same.map((rule) => rule[differing]))];
    // Without days, a rule is about all of them.
    return { ...same[0]!, [differing]: parts.includes('') ? '' : parts.join(',') };
  });
}

function ruleOf(schedule: TableRow): ScheduleRule {
  const {
    byday = '',
    opens_at: opens = '',
    closes_at: closes = '',
    valid_from: from,
    valid_to: to,
  } = schedule;
  const [start, end] = [dateOf(from), dateOf(to ?? schedule['until'])];
  const period = start || end ? `${start ?? '2000 Jan 01'}-${end ?? '2099 Dec 31'}` : '';
  const days = byday.split(',').map((day) => dayOf(day.trim().toUpperCase()));
  const [opening, closing] = [timeOf(opens), timeOf(closes)];
  // From 00:00 to 00:00 is not a whole day, but most often a form that was not filled in.
  const ending = opening === closing ? `-${closing}` : endOf(closing);
  return { period, days: days.join(','), spans: opening + ending };
}

/** Returns the end of a span: 00:00 is midnight. Without a time of closing, it is not known. */
function endOf(closes: string): string {
  return closes === '' ? '+' : `-${closes === '00:00' ? '24:00' : closes}`;
}

/** Returns `Tu`, or for the second of a month `Tu[2]`. */
function dayOf(text: string): string {
  const [, place = '', day = text] = /^([+-]?\d)?([A-Z]{2})$/.exec(text) ?? [];
  const name = day.charAt(0) + day.slice(1).toLowerCase();
  return place ? `${name}[${Number(place)}]` : name;
}

function dateOf(text = ''): string | undefined {
  const [, year, month, day] = DATE.exec(text) ?? [];
  return year && `${year} ${SHORT_MONTHS[Number(month) - 1]} ${day}`;
}

/** Returns a local time. Any other stays as it is, and makes the hours a bad value. */
function timeOf(text: string): string {
  return LOCAL.exec(text)?.[1] ?? text;
}

/** Returns the schedules of opening hours: one for each span with the days that share it, and one that describes special days. */
export function schedulesOf({ openingHours, specialDays }: KnownHours): readonly TableRow[] {
  const spans = Map.groupBy(openingHours, ({ opens, closes }) => `${opens}-${closes}`);
  const week = Array.from(spans.values(), (intervals) => {
    const { opens, closes } = intervals[0]!;
    return {
      freq: 'WEEKLY',
      byday: intervals.map(({ weekday }) => DAYS[weekday - 1]).join(','),
      opens_at: clock(opens),
      closes_at: closes === null ? '' : opens === 0 && closes === DAY ? LAST_MINUTE : clock(closes),
    };
  });
  // HSDS has no schedule of days on which a place is closed.
  const description = specialDaysText(specialDays);
  return description === '' ? week : [...week, { description }];
}

/** Returns minutes after midnight as HH:MM; the end of a day is 00:00. */
function clock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
