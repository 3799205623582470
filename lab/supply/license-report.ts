import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../tools/src/project.js';
import { EXCEPTIONS, licenseReport } from './licenses.js';
import type { Lockfile } from './lockfile.js';

// npm run --silent licenses
// Prints the licenses of everything that ships, as Markdown.
const LOCKFILE = join(PROJECT, 'package-lock.json');

const shipped = licenseReport(JSON.parse(readFileSync(LOCKFILE, 'utf8')) as Lockfile).filter(
  (use) => use.shipped,
);
console.log('| package | version | license | remark |\n| --- | --- | --- | --- |');
for (const { name, version, license } of shipped) {
  const exception = EXCEPTIONS[name];
  console.log(`| ${name} | ${version} | ${exception?.license ?? license} | ${exception?.why ?? ''} |`);
}
