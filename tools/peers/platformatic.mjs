// Platformatic DB over the flat tables, as `wattpm start` runs it: platformatic.json says how.
import { create } from '@platformatic/runtime';

const runtime = await create(import.meta.dirname, 'platformatic.json');
await runtime.start();
process.send('ready');
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => void runtime.close().finally(() => process.exit()));
