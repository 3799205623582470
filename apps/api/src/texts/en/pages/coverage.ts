import type { CoverageCounts } from '@care-atlas/domain/contract';
import type { CoverageSort, Measure } from '@care-atlas/domain/map';
import { html } from '@care-atlas/server/pages';
import { format } from '../format.js';

const { number } = format;

export const coverage = {
  title: 'Coverage by area',
  description:
    'Doctors in the Greater Toronto Area by postal area: specialties, languages, new patients and freshness.',
  lead: 'Which doctors the directory has in each postal area, by their primary clinic.',
  fields: {
    specialties: 'Specialty',
    languages: 'Language',
    any: 'Any',
    shade: 'Shade by',
    part: 'Show',
    whole: 'The whole region',
    accepting: 'Accepting new patients',
    submit: 'Show',
  },
  measures: {
    doctors: 'Number of doctors',
    accepting: 'Share at clinics known to accept patients',
    fresh: 'Share confirmed recently',
  } satisfies Record<Measure, string>,
  outcome: ({ doctors, accepting, notAccepting, acceptanceUnknown }: CoverageCounts) =>
    html`<strong>${number(doctors)} ${doctors === 1 ? 'doctor matches' : 'doctors match'}</strong>: ${number(accepting)} at clinics that
      accept patients, ${number(notAccepting)} at clinics that do not, ${number(acceptanceUnknown)} where that is not known.`,
  caption: (measure: string) =>
    `${measure}. Borders are approximate: what is nearer to the center of a postal area than to any other. Shoreline: GSHHG. ` +
    'Subway: © OpenStreetMap contributors. Names and centers: GeoNames, Statistics Canada.',
  table: 'Doctors by postal area',
  fresh: (days: number) => `Fresh means confirmed by the register within ${days} days.`,
  download: 'Download as CSV',
  every: (count: string) => `Show all ${count} areas`,
  columns: [
    ['Postal area', 'area'],
    ['Municipality', 'municipality'],
    ['Doctors', 'doctors'],
    ['Accepting', 'accepting'],
    ['Not accepting'],
    ['Not known'],
    ['Fresh', 'fresh'],
    ['Stale'],
    ['Never confirmed'],
  ] as readonly (readonly [text: string, sort?: CoverageSort])[],
  notKnown: 'Not known',
  map: {
    label: (where: string) => `Map of ${where} by postal area. The table has the same values.`,
    region: 'the Greater Toronto Area',
    shades: 'Shades',
    none: 'no matching doctor',
    noDoctor: (area: string) => `${area}: no matching doctor`,
    value: (area: string, value: string) => `${area}: ${value}`,
    ofDoctors: (text: string, doctors: number) => `${text} of ${number(doctors)}`,
    range: (from: string, to: string) => `${from} to ${to}`,
  },
};

export type CoverageTexts = typeof coverage;
