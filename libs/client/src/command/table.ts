import { styleText } from 'node:util';
import type { Availability, ClinicItem, DoctorItem } from '../generated/interface.js';
import type { Terminal } from './terminal.js';

type Row = readonly string[];

const GAP = '  ';
const NARROWEST = 8;
const GRAPHEMES = new Intl.Segmenter();
const TORONTO_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', dateStyle: 'short' });

/** Returns the day (YYYY-MM-DD) of a time in Toronto, where the directory is. */
export function dayText(time: string): string {
  return TORONTO_DAY.format(new Date(time));
}

/** Returns the rows of doctors, with their headings. */
export function doctorRows(doctors: readonly DoctorItem[]): readonly Row[] {
  const rows = doctors.map((doctor) => {
    const { cpsoNumber, name, specialties, languages, clinic, distanceMeters, availability } = doctor;
    return [
      cpsoNumber,
      name,
      specialties.join(', '),
      languages.join(', '),
      acceptanceText(availability),
      distanceText(distanceMeters),
      clinic.phone,
      clinic.name,
    ];
  });
  return [['CPSO', 'NAME', 'SPECIALTIES', 'LANGUAGES', 'ACCEPTS', 'AWAY', 'PHONE', 'CLINIC'], ...rows];
}

/** Returns the rows of clinics, with their headings. */
export function clinicRows(clinics: readonly ClinicItem[]): readonly Row[] {
  const rows = clinics.map(({ id, name, address, distanceMeters, phone = '', availability }) => [
    name,
    acceptanceText(availability),
    distanceText(distanceMeters),
    phone,
    address,
    id,
  ]);
  return [['CLINIC', 'ACCEPTS', 'AWAY', 'PHONE', 'ADDRESS', 'ID'], ...rows];
}

/** Returns whether new patients are accepted, with who observed it and when, or since when a source lists it. */
export function acceptanceText(availability?: Pick<Availability, 'accepting'>): string {
  if (!availability) return '';
  const { walkIn } = availability.accepting;
  // A walk-in clinic sees people without registration: whether it takes regular patients is apart.
  if (walkIn) return `walk-in, regular patients: ${answerText(availability.accepting)}`;
  return answerText(availability.accepting);
}

function answerText({ answer, state, method, observedAt, dated }: Availability['accepting']): string {
  if (answer === 'unknown') return 'not known';
  const date = observedAt === null ? undefined : dayText(observedAt);
  const when = dated === false ? `listed since ${date}` : date;
  const observed = [method.replace('_', ' '), when].filter(Boolean).join(dated === false ? ', ' : ' ');
  const how = [observed, state === 'conflicting' && 'others disagree'].filter(Boolean).join(', ');
  return how === '' ? answer : `${answer} (${how})`;
}

function distanceText(meters: number | undefined): string {
  if (meters === undefined) return '';
  return meters < 1_000 ? `${meters} m` : `${(meters / 1_000).toFixed(1)} km`;
}

/**
 * Renders rows, the first of which are the headings, in columns. Columns without values are left out. In a window, the
 * widest columns are shortened until a row fits; in a file or pipe nothing is.
 */
export function tableText(rows: readonly Row[], { columns, colors }: Terminal): string {
  const used = rows[0]!
    .map((_, column) => column)
    .filter((column) => rows.slice(1).some((row) => row[column]));
  const cells = rows.map((row) => used.map((column) => printable(row[column]!)));
  const widths = used.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column]!))));
  const room = (columns ?? Infinity) - GAP.length * (widths.length - 1);
  while (sum(widths) > room && Math.max(...widths) > NARROWEST)
    widths[widths.indexOf(Math.max(...widths))]!--;
  const lines = cells.map((row) =>
    row
      .map((cell, column) => fitted(cell, widths[column]!))
      .join(GAP)
      .trimEnd(),
  );
  return lines.map((line, index) => `${colors && index === 0 ? styleText('bold', line) : line}\n`).join('');
}

/** Renders the facts of one record, of which empty ones are left out. */
export function factsText(facts: readonly Row[], { colors }: Terminal): string {
  const shown = facts.filter(([, value]) => value);
  const width = Math.max(...shown.map(([name]) => name!.length));
  return shown
    .map(([name, value]) => {
      const heading = name!.padEnd(width);
      return `${colors ? styleText('bold', heading) : heading}${GAP}${printable(value!)}\n`;
    })
    .join('');
}

/** Removes what would control the terminal: the text is that of sources. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

function widthOf(text: string): number {
  return [...GRAPHEMES.segment(text)].length;
}

function fitted(text: string, width: number): string {
  const letters = [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
  if (letters.length <= width) return text + ' '.repeat(width - letters.length);
  return `${letters.slice(0, width - 1).join('')}…`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
