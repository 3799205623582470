import type { DoctorItem } from '@care-atlas/client/interface';
import { displayName } from '@care-atlas/domain/vocabulary/display-name';
import { html } from '@care-atlas/server/pages/html';
import { resultPart } from '@care-atlas/server/record/parts';
import type { EmbedWords } from './embed-words.js';

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
const policy = window.trustedTypes?.createPolicy('care-atlas-search', { createHTML: (text) => text });

/**
 * Renders a doctor as an item of the list, with links to the pages of the doctor and the clinic.
 * @param pageAt returns the address of a page
 */
export function doctorItem(
  { cpsoNumber, name, specialties, languages, clinic, distanceMeters, availability }: DoctorItem,
  { language }: EmbedWords,
  pageAt: (path: string) => string,
): HTMLLIElement {
  const named = (kind: 'specialty' | 'language') => (each: string) => displayName(kind, each, language);
  const { text } = resultPart(
    {
      name,
      href: pageAt(`/doctors/${cpsoNumber}`),
      distanceMeters,
      profile: [...specialties.map(named('specialty')), ...languages.map(named('language'))],
      accepting: availability?.accepting,
      clinic: { name: clinic.name, href: pageAt(`/clinics/${clinic.id}`) },
      address: clinic.address,
      phone: clinic.phone,
    },
    { language, now: new Date(), link: NEW_TAB },
  );
  const written = document.createRange().createContextualFragment(policy?.createHTML(text) ?? text);
  return make('li', { part: 'result', tabindex: '-1' }, written);
}
