// Imported first by the programs that npm's scripts start: ends the process, in one line, on a Node that is too old. The
// scripts find a newer one in node_modules, where a package of Node exists for the system. This file must run on any Node.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');
const isOlder = (one, other) => one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
const numbers = (version) => version.split('.').map(Number);

if (isOlder(numbers(process.versions.node), numbers(needed))) {
  console.error(
    `Care Atlas needs Node.js ${needed} or newer, and this is ${process.versions.node}: install Node.js ${needed.split('.')[0]}, then run "npm ci" again.`,
  );
  process.exit(1);
}
