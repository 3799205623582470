import { join } from 'node:path';
import { bundleConnector } from './bundle.js';

await bundleConnector(process.argv[2] ?? join(import.meta.dirname, '../dist/care-atlas-mcp.cjs'));
