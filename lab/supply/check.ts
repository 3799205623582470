import { parseArgs } from 'node:util';
import { findings } from './findings.js';

// npm run check:supply [-- --strict]
// Prints what the checks of the supply chain find. Vulnerabilities, and a registry that cannot be asked, are faults only with
// --strict, as before a release.
const { strict } = parseArgs({ options: { strict: { type: 'boolean', default: false } } }).values;

for (const [name, faults, covered] of await findings(strict)) {
  console.log(`${name}: ${faults.length === 0 ? 'no faults' : `${faults.length} faults`} (${covered})`);
  for (const fault of faults) console.error(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
