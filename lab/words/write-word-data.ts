import { writeFileSync } from 'node:fs';
import { wordFiles } from './word-data.js';

for (const [file, text] of wordFiles()) writeFileSync(file, text);
