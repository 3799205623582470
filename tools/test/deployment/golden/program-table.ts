import { type DeployedProgram, METRICS_PORT } from '../programs.js';
import { targetsOf } from '../reached.js';

const RUNS = { always: '', once: 'before each start', nightly: 'every night', 'on demand': 'on demand' };
const BEGIN = '<!-- programs -->';
const END = '<!-- end -->';

function rowOf([name, program]: [string, DeployedProgram]): string {
  const { processes, listens, folders, words } = program;
  const numbers = [processes?.compose ?? 1, `${processes?.least ?? 1}–${processes?.most ?? 1}`];
  const [compose, kubernetes] = program.runs === 'always' ? numbers : Array(2).fill(RUNS[program.runs]);
  const cells = [
    `\`${name}\``,
    `\`${words.find((word) => word.startsWith('apps/'))}\``,
    listens ? `${listens.port}, ${METRICS_PORT}` : '',
    Object.entries(folders)
      .map(([folder, does]) => `${does} \`/${folder}\``)
      .join(', '),
    targetsOf(program).join(', '),
    `\`${program.role}\``,
    compose,
    program.secret === undefined ? 'in a pod of `dashboard`' : String(kubernetes).replace(/^(\d+)–\1$/, '$1'),
    `${program.memory} MiB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Replaces the table of programs in docs/operate/install.md, between its markers. @throws Error without markers */
export function withProgramTable(text: string, programs: Readonly<Record<string, DeployedProgram>>): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error('The markers of the table of programs are missing.');
  const head = [
    'program',
    'file',
    'ports',
    'folders',
    'connects to',
    'role',
    'in Compose',
    'in Kubernetes',
    'memory',
  ];
  const lines = [
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...Object.entries(programs).map(rowOf),
  ];
  return `${text.slice(0, from + BEGIN.length)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`;
}
