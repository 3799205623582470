import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXCEPTIONS, licenceReport } from './licences.js';
import type { Lockfile } from './lockfile.js';

// npm run --silent licences
// The licences of all that is shipped, as Markdown.
const LOCKFILE = resolve(import.meta.dirname, '../../../package-lock.json');

const shipped = licenceReport(JSON.parse(readFileSync(LOCKFILE, 'utf8')) as Lockfile).filter(
  (use) => use.shipped,
);
console.log('| package | version | licence | remark |\n| --- | --- | --- | --- |');
for (const { name, version, licence } of shipped) {
  const exception = EXCEPTIONS[name];
  console.log(`| ${name} | ${version} | ${exception?.licence ?? licence} | ${exception?.why ?? ''} |`);
}
