import { FULL_SIZES } from '@care-atlas/domain/access';
import type { Directory } from '@care-atlas/domain/directory';
import { html, type PageLanguage } from '@care-atlas/server/pages';
import { clinicFacts, clinicView, doctorFacts, doctorView, type RecordView } from '@care-atlas/server/record';
import type { RecordKind } from '#contract/directory/records';

const CORRECT = { en: 'Correct', fr: 'Corriger' };

/**
 * Returns a record as HTML for people, as the portal shows it, with a button at each value that can be corrected.
 * @throws DirectoryError `not_found`
 */
export function recordHtml(
  directory: Directory,
  record: RecordKind,
  key: string,
  language: PageLanguage,
): string {
  const { sources } = directory.listSources().value;
  const publishers = new Map(sources.map(({ name, publisher }) => [name, publisher]));
  const view: RecordView = {
    language,
    today: directory.asOf.date,
    doctorHref: (number) => `/records/doctor/${number}`,
    clinicHref: (id) => `/records/clinic/${id}`,
    publisherOf: (name) => publishers.get(name),
    action: (of, { field, text }, label) =>
      html`<button type="button" class="correct" data-correct="${field}" data-value="${text}" data-record="${of.record}" data-key="${of.key}" data-name="${of.name}">${CORRECT[language]}<span class="visually-hidden"> ${label}</span></button>`,
  };
  return record === 'doctor'
    ? doctorView(doctorFacts(directory, key, FULL_SIZES), view).text
    : clinicView(clinicFacts(directory, key, FULL_SIZES), view).text;
}
