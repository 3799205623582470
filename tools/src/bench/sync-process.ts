import { type RegisterEdition, registerRows } from './register-rows.js';
import { runSync } from '@care-atlas/data/sync';

// One import in a process of its own, whose memory is its own: node sync-process.js DATABASE_URL DOCTORS EDITION TIME
const [url = '', doctors = '0', edition = 'first', time = ''] = process.argv.slice(2);
const begun = performance.now();
const { counts } = await runSync(url, { source: 'register' }, new Date(time), (writer) =>
  writer.register(registerRows(Number(doctors), edition as RegisterEdition), { complete: true }),
);
const seconds = (performance.now() - begun) / 1000;
process.send?.({ seconds, megabytes: process.resourceUsage().maxRSS / 1024, counts });
process.disconnect?.();
