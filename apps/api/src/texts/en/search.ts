import type { PlaceKind } from '@care-atlas/domain/records';
import { type Html, html } from '@care-atlas/server/pages/html';
import { actions } from './actions.js';
import { format } from './format.js';
import { names } from './names.js';

const { number, either } = format;

/** The texts of the panel that shows doctors. Scripts load these, in one language. */
export const search = {
  language: 'en' as 'en' | 'fr',
  format,
  names,
  actions,
  /** The query that the page starts with. */
  initial: { near: 'Kennedy station', languages: 'Tamil' },
  places: {
    list: 'Places',
    found: (count: number) => (count === 0 ? 'No place found' : `${count} places`),
    kinds: {
      region: 'region',
      municipality: 'municipality',
      district: 'district',
      town: 'town',
      neighbourhood: 'neighbourhood',
      'subway-station': 'subway station',
      'go-station': 'GO station',
      landmark: 'landmark',
      intersection: 'crossing',
      'postal-area': 'postal area',
    } satisfies Record<PlaceKind, string>,
    within: (kind: string, place: string) => `${kind} in ${place}`,
    station: (name: string) => `${name} station`,
  },
  matchesAt: (doctors: number, clinics: number) =>
    `${number(doctors)} ${doctors === 1 ? 'doctor matches' : 'doctors match'} at ${number(clinics)} ${clinics === 1 ? 'clinic' : 'clinics'}`,
  moreAtClinic: (count: number) => `${number(count)} more there`,
  matches: (total: number) => `${number(total)} ${total === 1 ? 'doctor matches' : 'doctors match'}`,
  nearest: (count: number, place: string) => `the ${count} nearest to ${place} shown`,
  first: (count: number) => `the first ${count} shown`,
  part: (from: number, to: number) => `${number(from)} to ${number(to)} shown`,
  pages: {
    title: 'Pages of the list',
    previous: 'Previous',
    next: 'Next',
    part: (from: number, to: number, total: number) => `${number(from)}–${number(to)} of ${number(total)}`,
  },
  /** Of a directory without doctors, before its first clinics. @param isNarrowed whether a place or hours were asked for */
  noDoctors: (shown: number, clinics: number, isNarrowed: boolean) => {
    const none = isNarrowed
      ? ', and none of its clinics matches the place and the hours.'
      : ', and no clinics.';
    if (clinics === 0) return `This directory has no doctors yet${none}`;
    const these =
      shown < clinics ? `The first ${number(shown)} of its ${number(clinics)} clinics` : 'Its clinics';
    return `This directory has no doctors yet. ${these}${isNarrowed ? ' that match the place and the hours' : ''}:`;
  },
  noneFound: 'Remove a filter: each one narrows the result.',
  readAs: (value: string, as: readonly string[]) => `“${value}” was read as ${either(as)}.`,
  fromCenter: (place: string) => `Distances are measured from the center of ${place}.`,
  notMeant: (others: readonly string[]) => `Not meant: ${others.join(', ')}.`,
  unreachable: 'No answer: the service cannot be reached.',
  refused: (filters: string) => `Not accepted: ${filters}.`,
  /** @param choices what a filter accepts */
  accepts: (choices: Html) => html`What can be given: ${choices}.`,
  change: 'Change it',
  leaveOut: 'Leave it out',
  /** A filter and its value. */
  sent: (filter: string, value: string) => (value === '' ? filter : `${filter} “${value}”`),
  answer: 'The answer',
  jumps: html`See the <a href="#map">map</a> or the <a href="#json">JSON</a>.`,
  json: 'The request and its answer in JSON',
  code: 'The same in code',
  share: 'Share it',
  follow: (kilometers?: number) =>
    `Follow: what is new in this list${kilometers === undefined ? '' : `, within ${kilometers} km`}, for feed readers`,
  addTo: (assistants: string) =>
    html`Add it to <a href="${assistants}">Claude, ChatGPT, Cursor or VS Code</a>.`,
  codeIn: (language: string) => `The request in ${language}`,
  map: {
    label: (count: number) => (count === 1 ? 'Map of the result shown' : `Map of the ${count} results shown`),
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    sources: 'Shoreline: GSHHG. Subway: © OpenStreetMap contributors. Names: GeoNames.',
    crossings: (publishers: string) => `Crossings: ${publishers}.`,
    licenses: 'Licenses',
    point: (position: number, name: string) => `${position}: ${name}`,
    showOnMap: (position: number) => `${position}: show on the map`,
  },
  today: 'Hours today',
  /** A day and the hours of a clinic on it. */
  hours: (day: string, hours: string) => `${day}: ${hours}`,
};

export type SearchTexts = typeof search;
