import type { GuideGroup, GuideName } from '../../guide-names.js';

/** What each guide is about. */
export const guides: Readonly<Record<GuideName, string>> = {
  'guides/first-request': 'A first answer, with nothing to install and no sign-up.',
  'guides/generated-clients': 'Clients that generators make of the API description.',
  'guides/filters': 'The exact meaning of each parameter.',
  'guides/places': 'Near a station, within a distance, in an area.',
  'guides/explain': 'Why a record is missing from a list, and which filter leaves it out.',
  'guides/paging': 'Pages, their order, and revalidation that costs nothing.',
  'guides/formats': 'Lists as CSV and GeoJSON, some members only, and compression.',
  'guides/embed': 'The search on your own pages, with two lines of HTML.',
  'guides/mirror': 'A copy of the directory: files with all of it, and what changed since.',
  'guides/openings': 'What entered a list and what left it, such as who began to accept near a station.',
  'guides/withdrawal': 'What is gone when somebody is taken out, and what copies have to delete.',
  'guides/fhir': 'The directory as FHIR resources, in bulk.',
  'guides/freshness': 'How current a record is.',
  'guides/evidence': 'Who observed each fact, when, how, and until when it holds.',
  'guides/accuracy': 'How often the data was right when it was checked, and how to verify that.',
  'guides/errors': 'Every error code, and how to handle it.',
  'guides/keys': 'Kinds of keys, how to replace one, and how leaked keys are detected.',
  'guides/limits': 'The limits of each key, and how to see your usage.',
  'guides/checkout': 'How to buy a key, and what happens when something goes wrong.',
  'guides/gateway': 'What differs behind a third-party gateway.',
  'guides/mcp': 'The directory in an AI assistant: how to connect one, and what its model receives.',
  'guides/oauth': 'Sign-in from an assistant, and what a client has to implement.',
  'operate/configuration': 'For operators: every variable that the service reads.',
  'guides/changes': 'What may change, and how changes are announced.',
};

/** What a reader of each group wants to do. */
export const guideGroups: Readonly<Record<GuideGroup, string>> = {
  start: 'Start',
  find: 'Find doctors and clinics',
  copy: 'Keep a copy up to date',
  trust: 'Know what to trust',
  rely: 'Rely on it in production',
  assistants: 'Use it in an assistant',
  operate: 'Operate it',
};

/** The titles that are not those of the documents themselves. */
export const guideTitles: Partial<Readonly<Record<GuideName, string>>> = {};

export type GuideTexts = typeof guides;
