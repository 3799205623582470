import { ClinicQuery, QueryReader } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';
import type { SpecialDays } from '@care-atlas/domain/records';
import { aClinic, aDoctor, open, uuid } from '../../libs/domain/test/builders.js';

/** Of a year. */
const HOURS = 8_760;
const HOUR_MS = 3_600_000;
/** January 1, 2027, 00:30 in Toronto. */
const FIRST = Date.UTC(2027, 0, 1, 5, 30);
/** As printed calendars of Ontario have them; not by the product's rules. */
const HOLIDAYS = ['01-01', '02-15', '03-26', '05-24', '07-01', '08-02', '09-06', '10-11', '12-25', '12-26'];
const CIVIC_HOLIDAY = '08-02';
const TEN_TO_TWO = [{ opens: 600, closes: 840 }];

/** A time by the clocks of Toronto: the date as MM-DD. */
interface Moment {
  readonly date: string;
  readonly weekday: string;
  readonly hour: number;
}

interface Case {
  readonly specialDays: readonly SpecialDays[];
  /** Whether the clinic is open at a time that has hours of its own; undefined where those of the week count. */
  readonly says: (moment: Moment, isHoliday: boolean) => boolean | undefined;
}

/** Clinics that are open from 9 to 5 on weekdays, with and without special days. */
const CASES: readonly Case[] = [
  { specialDays: [], says: (_, isHoliday) => (isHoliday ? false : undefined) },
  {
    specialDays: [{ on: 'public-holidays', hours: [] }],
    says: (_, isHoliday) => (isHoliday ? false : undefined),
  },
  {
    specialDays: [{ on: 'public-holidays', hours: TEN_TO_TWO }],
    says: ({ date, hour }, isHoliday) =>
      isHoliday ? date !== CIVIC_HOLIDAY && hour >= 10 && hour < 14 : undefined,
  },
  {
    specialDays: [{ on: 'every-year', from: '12-24', to: '01-02', hours: [] }],
    says: ({ date }, isHoliday) => (date >= '12-24' || date <= '01-02' || isHoliday ? false : undefined),
  },
  {
    specialDays: [{ on: 'dates', from: '2027-03-15', to: '2027-03-19', hours: [{ opens: 0, closes: 1440 }] }],
    says: ({ date }, isHoliday) =>
      date >= '03-15' && date <= '03-19' ? true : isHoliday ? false : undefined,
  },
];
/** Open from 8 in the evening of a weekday to 2 at night. */
const NIGHT = open([1, 2, 3, 4, 5], 20, 26);

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Toronto',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
});

function momentOf(now: Date): Moment {
  const parts = Object.fromEntries(calendar.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['month']}-${parts['day']}`,
    weekday: parts['weekday']!,
    hour: Number(parts['hour']),
  };
}

/** Returns the numbers of the clinics that a calendar says are open. @param before a time of the day before */
function expected(moment: Moment, before: Moment): readonly number[] {
  const { date, weekday, hour } = moment;
  const isHoliday = HOLIDAYS.includes(date);
  const isWeekday = !weekday.startsWith('S');
  const ofWeek = isWeekday && hour >= 9 && hour < 17;
  const ofCases = CASES.map(({ says }) => says(moment, isHoliday) ?? ofWeek);
  return [...ofCases, isNight(moment, before)].flatMap((isOpen, at) => (isOpen ? [at] : []));
}

/** Whether it is the night of a weekday that is no holiday, from the evening of the day to the hours after its midnight. */
function isNight({ date, weekday, hour }: Moment, dayBefore: Moment): boolean {
  const began = hour < 2 ? dayBefore : { date, weekday };
  return (hour >= 20 || hour < 2) && !began.weekday.startsWith('S') && !HOLIDAYS.includes(began.date);
}

/** Asks "open now" at every hour of a year, and returns the times whose clinics are not those that a calendar says. */
export function differencesOfYear(): { readonly asked: number; readonly different: readonly string[] } {
  let now = new Date(FIRST);
  const weeks = [
    ...CASES.map(({ specialDays }) => ({ openingHours: open([1, 2, 3, 4, 5], 9, 17), specialDays })),
    { openingHours: NIGHT },
  ];
  const clinics = weeks.map((hours, at) => aClinic({ id: uuid(at + 1), ...hours }));
  const model = buildReadModel(
    { version: 'year', syncedAt: now },
    { clinics, doctors: [aDoctor()], services: [], reviews: [] },
  );
  const directory = new Directory(
    () => model,
    () => now,
  );
  const reader = new QueryReader(ClinicQuery);
  const different: string[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    now = new Date(FIRST + hour * HOUR_MS);
    const { values } = directory.readQuestion({ q: 'open now' }).value;
    const listed = directory.listClinics(reader.read(values)).value.clinics.map(({ id }) => id);
    // Twelve hours before the hours after midnight is the day before, also where a day has 23 hours.
    const before = momentOf(new Date(now.getTime() - 12 * HOUR_MS));
    const meant = expected(momentOf(now), before).map((at) => uuid(at + 1));
    if (listed.toSorted().join() !== meant.toSorted().join()) different.push(now.toISOString());
  }
  return { asked: HOURS, different };
}
