import { foreignPackages, type Lockfile, packageName } from './lockfile.js';

/** Licences under which anything may be shipped: they ask for no more than their text to be kept. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
]);
/** Further licences of what is used to build and test only, and never shipped. */
const ALLOWED_FOR_DEVELOPMENT = new Set(['CC-BY-4.0', 'MPL-2.0', 'Python-2.0']);

/** Packages that were looked at one by one: the licence that holds, and why it will do. */
export const EXCEPTIONS: Readonly<Record<string, { readonly licence: string; readonly why: string }>> = {
  opening_hours: {
    licence: 'LGPL-3.0-only',
    why: 'used unmodified, as a package of its own that is loaded at run time and may be replaced (docs/operate/imports.md)',
  },
  suncalc: { licence: 'BSD-2-Clause', why: 'its package.json names none; its LICENSE file does' },
  argparse: { licence: 'Python-2.0', why: 'permissive, without copyleft; newer versions call it PSF-2.0' },
  '@modelcontextprotocol/inspector': {
    licence: 'SEE LICENSE IN LICENSE',
    why: 'Apache-2.0 and MIT by its LICENSE file; used by tests only',
  },
};

/** One row of the report. */
export interface LicenceUse {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty when none is named. */
  readonly licence: string;
  /** Whether it is part of what is shipped. */
  readonly shipped: boolean;
}

/** The licences of all packages of others, by name. */
export function licenceReport(lockfile: Lockfile): LicenceUse[] {
  const uses = foreignPackages(lockfile).map((foreign) => {
    const [, { version = '', license = '', dev, devOptional }] = foreign;
    return { name: packageName(foreign), version, licence: license, shipped: !dev && !devOptional };
  });
  return uses.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The packages whose licence nobody has allowed. */
export function unlicensed(report: readonly LicenceUse[]): LicenceUse[] {
  return report.filter((use) => !(use.name in EXCEPTIONS) && !isAllowed(use));
}

/** Of a choice one must be allowed, of a list all. */
function isAllowed({ licence, shipped }: LicenceUse): boolean {
  const allowed = (name: string) => ALLOWED.has(name) || (!shipped && ALLOWED_FOR_DEVELOPMENT.has(name));
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every(allowed));
}
