import { setFlagsFromString } from 'node:v8';
import { runSync } from '@care-atlas/data/sync';
import { type RegisterEdition, registerRows } from './register-rows.js';

// import-process.ts DATABASE_URL DOCTORS EDITION TIME
// Runs one import in a process that holds nothing else, so that its memory can be measured, with the flag of the command.
setFlagsFromString('--semi-space-growth-factor=16');
const [url = '', doctors = '0', edition = 'first', time = ''] = process.argv.slice(2);
const begun = performance.now();
await runSync(url, { source: 'register' }, new Date(time), (writer) =>
  writer.register(registerRows(Number(doctors), edition as RegisterEdition), { complete: true }),
);
const seconds = (performance.now() - begun) / 1000;
process.send?.({ seconds, megabytes: process.resourceUsage().maxRSS / 1024 });
process.disconnect?.();
