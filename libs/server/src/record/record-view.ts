import type { CorrectableField } from '@care-atlas/domain/records';
import type { Html } from '../pages/html.js';
import type { PageLanguage } from '../pages/language.js';
import { en } from './texts/en.js';
import { fr } from './texts/fr.js';

/** The words of records, by language. */
export const RECORD_TEXTS = { en, fr } as const satisfies Readonly<Record<PageLanguage, typeof en>>;

/** Where and for whom a record is shown. */
export interface RecordView {
  readonly language: PageLanguage;
  /** The date in Toronto, YYYY-MM-DD. */
  readonly today: string;
  /** Returns the address of a page. */
  readonly doctorHref: (registrationNumber: string) => string;
  readonly clinicHref: (id: string) => string;
  /** Returns the name of a clinic; undefined if it is not known. */
  readonly clinicName?: (id: string) => string | undefined;
  /** Who publishes a source, by its name; undefined for one that is not listed. */
  readonly publisherOf?: (source: string) => string | undefined;
  /** Returns what a person may do about a value, such as correcting it. */
  readonly action?: (record: RecordKey, value: ImportedValue, label: string) => Html;
}

/** A value as an import or a correction gives it. */
export interface ImportedValue {
  readonly field: CorrectableField;
  /** Empty if it is not known. */
  readonly text: string;
}

/** Names a record. */
export interface RecordKey {
  readonly record: 'doctor' | 'clinic';
  /** The registration number of a doctor, or the id of a clinic. */
  readonly key: string;
  readonly name: string;
}
