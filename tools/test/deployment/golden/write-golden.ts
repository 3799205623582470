import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../files/project-file.js';
import { operatorObjects } from './operator-objects.js';
import { PROGRAMS } from '../programs.js';
import { withProgramTable } from './program-table.js';

const DOCUMENT = join(PROJECT, 'docs/operate/install.md');

writeFileSync(DOCUMENT, withProgramTable(readFileSync(DOCUMENT, 'utf8'), PROGRAMS));
writeFileSync(join(PROJECT, 'docker/kubernetes/monitoring/operator.yaml'), operatorObjects());
