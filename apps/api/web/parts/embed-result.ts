import type { DoctorItem } from '@care-atlas/client/interface';
import { displayName } from '@care-atlas/domain/vocabulary/display-name';
import { html } from '@care-atlas/server/pages/html';
import { resultPart } from '@care-atlas/server/record/parts';
import type { EmbedWords } from './embed-words.js';

type NamedDoctor = Pick<DoctorItem, 'cpsoNumber' | 'name' | 'specialties'> & Partial<DoctorItem>;

/** A visitor stays on the page that embeds the search. */
const NEW_TAB = html`target="_blank" rel="noopener"`;

declare global {
  interface Window {
    /** Where the browser can ask pages to name who writes HTML. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { readonly createHTML: (text: string) => string },
      ): { createHTML(text: string): string };
    };
  }
}

type Child = Node | string | false | undefined;

/** Creates an element. Text stays text: nothing of an answer is read as HTML. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | false | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** Lets the element write HTML, every value of which is escaped, where a page allows that only by name. */
const policy = createPolicy();

function createPolicy() {
  try {
    return window.trustedTypes?.createPolicy('care-atlas-search', { createHTML: (text) => text });
  } catch {
    // The page allows other names only. Unless it requires one, HTML can be written without.
    return undefined;
  }
}

/**
 * Renders a clinic as an item of the list, with the doctors there who match and links to the pages of all of them.
 * @param doctor the first of them, as a list grouped by clinic gives it
 * @param pageAt returns the address of a page
 */
export function clinicItem(
  doctor: DoctorItem,
  { language, locale, moreAtClinic }: EmbedWords,
  pageAt: (path: string) => string,
): HTMLLIElement {
  const { clinic, distanceMeters, availability, atClinic } = doctor;
  const named = (kind: 'specialty' | 'language') => (each: string) => displayName(kind, each, language);
  // The languages of a doctor who is alone say why the clinic is in the list.
  const doctors = atClinic && atClinic.count > 1 ? atClinic.doctors : [doctor];
  const more = (atClinic?.count ?? 1) - doctors.length;
  const doctorEntry = ({ cpsoNumber, name, specialties, languages = [] }: NamedDoctor) => {
    const profile = [...specialties.map(named('specialty')), ...languages.map(named('language'))];
    return html`<li><a href="${pageAt(`/doctors/${cpsoNumber}`)}" ${NEW_TAB}>${name}</a> <span class="muted">${profile.join(' · ')}</span></li>`;
  };
  const { text } = html`${resultPart(
    {
      name: clinic.name,
      href: pageAt(`/clinics/${clinic.id}`),
      distanceMeters,
      accepting: availability?.accepting,
      address: clinic.address,
      phone: clinic.phone,
    },
    { language, now: new Date(), link: NEW_TAB },
  )}
    <ul part="doctors">${doctors.map(doctorEntry)}${more > 0 && html`<li>${moreAtClinic(more.toLocaleString(locale))}</li>`}</ul>`;
  const written = document.createRange().createContextualFragment(policy?.createHTML(text) ?? text);
  return make('li', { part: 'result', tabindex: '-1' }, written);
}
