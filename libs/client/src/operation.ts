import type { operations } from './generated/interface.js';

/** The name of an operation, as in the interface description. */
export type Operation = keyof typeof PATHS;

/** Where each operation is. What stands in braces is a path parameter. */
export const PATHS = {
  getReadiness: '/',
  listDoctors: '/doctors',
  searchDoctors: '/doctors/search',
  getSummary: '/doctors/summary',
  getDoctor: '/doctors/{cpso}',
  listDoctorReviews: '/doctors/{cpso}/reviews',
  getDoctorSignals: '/doctors/{cpso}/signals',
  listClinics: '/clinics',
  getClinic: '/clinics/{id}',
  listClinicReviews: '/clinics/{id}/reviews',
  getClinicSignals: '/clinics/{id}/signals',
  listSpecialists: '/specialists',
  listSpecialties: '/metadata/specialties',
  listLanguages: '/metadata/languages',
  rotateKey: '/keys/rotate',
} as const satisfies Partial<Record<keyof operations, string>>;

/** The query parameters of an operation. */
export type QueryOf<O extends Operation> = NonNullable<operations[O]['parameters']['query']>;

/** The body of its answer. */
export type AnswerOf<O extends Operation> = operations[O]['responses'][200]['content']['application/json'];

type Path = { readonly [parameter: string]: string };
type QueryValue = string | number | boolean | readonly string[] | undefined;

/**
 * The path and query of a request, from the address of the interface on. Lists are joined by commas, what is
 * undefined is left out, and everything is encoded.
 */
export function requestPath(operation: Operation, path: Path = {}, query: object = {}): string {
  const filled = PATHS[operation].replace(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  // Only what separates parameters need be encoded: a comma stays readable.
  const text = parameters.toString().replaceAll('%2C', ',');
  return text === '' ? filled : `${filled}?${text}`;
}
