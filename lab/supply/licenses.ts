import { foreignPackages, type Lockfile, packageName } from './lockfile.js';

/** Licenses of what may ship: they require at most that their text is kept. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]);
/** More licenses of what is only used to build and test. */
const ALLOWED_FOR_DEVELOPMENT = new Set(['CC-BY-4.0', 'MPL-2.0', 'Python-2.0', 'Unicode-3.0']);

/** Packages that were reviewed one by one: the license that applies, and why it is acceptable. */
export const EXCEPTIONS: Readonly<Record<string, { readonly license: string; readonly why: string }>> = {
  busboy: { license: 'MIT', why: 'by its LICENSE file; used by tests only' },
  streamsearch: { license: 'MIT', why: 'by its LICENSE file; used by tests only' },
  'humanize-number': { license: 'MIT', why: 'by its Readme; used by tests only' },
  argparse: { license: 'Python-2.0', why: 'permissive, without copyleft; newer versions call it PSF-2.0' },
  '@informalsystems/quint': {
    license: 'Apache-2.0',
    why: 'by its package.json, in other words; used by tests only',
  },
  '@modelcontextprotocol/inspector': {
    license: 'SEE LICENSE IN LICENSE',
    why: 'Apache-2.0 and MIT by its LICENSE file; used by tests only',
  },
};

/** One row of the report. */
export interface LicenseUse {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty if the package names none. */
  readonly license: string;
  /** Whether it ships with the product. */
  readonly shipped: boolean;
}

/** Returns the licenses of all third-party packages, by name. */
export function licenseReport(lockfile: Lockfile): LicenseUse[] {
  const uses = foreignPackages(lockfile).map((foreign) => {
    const [, { version = '', license = '', dev, devOptional }] = foreign;
    return { name: packageName(foreign), version, license, shipped: !dev && !devOptional };
  });
  return uses.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Returns the packages whose license is not allowed. */
export function unlicensed(report: readonly LicenseUse[]): LicenseUse[] {
  return report.filter((use) => !(use.name in EXCEPTIONS) && !isAllowed(use));
}

/** Of alternatives one must be allowed, of a conjunction all. */
function isAllowed({ license, shipped }: LicenseUse): boolean {
  const allowed = (name: string) => ALLOWED.has(name) || (!shipped && ALLOWED_FOR_DEVELOPMENT.has(name));
  const choices = license.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every(allowed));
}
