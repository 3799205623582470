import { type Html, html } from '@care-atlas/server/pages';
import type { EvidenceMethod } from '@care-atlas/domain/records';

/** The texts of the pages about the service itself. */
export const about = {
  pages: {
    'about-this-data': [
      'About this data',
      'The sources of the directory, the ages of its facts, and what each word about them means.',
    ],
    corrections: ['Corrections', 'How a doctor or a clinic has an entry corrected or a review answered.'],
    privacy: ['Privacy', 'What this service keeps of visitors, and what it shows of doctors.'],
    accessibility: ['Accessibility', 'What works for whom on these pages, and how they are tested.'],
    contact: ['Contact', 'How to reach the operator of this service.'],
  } as Readonly<Record<AboutPage, readonly [title: string, description: string]>>,
  contact: (link: Html) => html`Write to the operator of this service: ${link}.`,
  questions: 'Questions',
  tellUs: 'Tell us',
  aboutPage: (page: Html) => html`Name this page: ${page}.`,
  noContact:
    'The operator of this service has published no address. The clinic itself knows its own facts: phone it.',
  days: (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`,
  noEnd: 'until it is withdrawn',
  synchronized: (time: string) => `Last synchronized: ${time}`,
  columns: {
    given: 'What it gives',
    source: 'Publisher',
    license: 'License',
    retrieved: 'Newest extract',
    method: 'Observed how',
    holds: 'Holds for',
  },
  /** What the sources that come with the service give. */
  given: {
    crossings: 'Crossings of streets',
    places: 'Places, municipalities and subway stations',
    register: 'Doctors and their registration',
    clinics: 'Clinics',
    specialists: 'Services of specialists',
    availability: 'Who accepts new patients',
    sample: 'Invented doctors, clinics and reviews',
    corrections: 'Corrections by the operator',
    reviews: 'Reviews',
  } as Readonly<Record<string, string>>,
  notices: 'Notices that licenses require',
  sources: 'Sources of the directory',
  holds: 'Days for which a fact holds',
  noLicense: 'not stated',
  methods: {
    register: 'In the register',
    clinic_attested: 'Said by the clinic',
    phone_call: 'Asked by phone',
    web: 'On the website of the clinic',
    open_data: 'In open data',
    patient_report: 'Reported by a patient',
    correction: 'Corrected by the operator',
  } satisfies Record<EvidenceMethod, string>,
};

export const ABOUT_PAGES = ['about-this-data', 'corrections', 'privacy', 'accessibility', 'contact'] as const;
export type AboutPage = (typeof ABOUT_PAGES)[number];
export type AboutTexts = typeof about;
