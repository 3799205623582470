import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a container has, as an engine would give it. */
export interface ContainerPlan {
  readonly name: string;
  /** Its network namespace. */
  readonly namespace: string;
  /** User and group. */
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  readonly cwd?: string;
  /** Folders of this machine by their place in the container. */
  readonly mounts: readonly { readonly from: string; readonly to: string; readonly readOnly: boolean }[];
  /** Places in memory that its user may write to. */
  readonly temporary: readonly string[];
  /** Lines of /etc/hosts. */
  readonly hosts: string;
  /** Lines of /etc/resolv.conf, if a server is asked for names. */
  readonly resolver?: string;
  /** Most memory in MiB; without one, that of the machine. */
  readonly memory?: number;
}

const MEMORY = '/sys/fs/cgroup/memory';
const MIB = 1024 * 1024;
const LINKS = ['bin', 'sbin', 'lib', 'lib64'];
/** Of this machine's /etc. */
const FILES = [
  'passwd',
  'group',
  'nsswitch.conf',
  'host.conf',
  'ld.so.cache',
  'ld.so.conf',
  'ssl',
  'mime.types',
];

/** A program in namespaces of its own, with a read-only file system but for its folders, and under its limit of memory. */
export class Container {
  readonly #child: ChildProcess;
  readonly #log: string;
  /** Where its output begins, after that of containers of the same name. */
  readonly begin: number;
  readonly ended: Promise<number>;

  /** @param folder for its script and its output */
  constructor(
    readonly plan: ContainerPlan,
    folder: string,
  ) {
    mkdirSync(folder, { recursive: true });
    const script = join(folder, `${plan.name}.sh`);
    writeFileSync(script, scriptOf(plan, join(folder, `${plan.name}.root`)));
    this.#log = join(folder, `${plan.name}.log`);
    // Programs open their standard output again by its name.
    writeFileSync(this.#log, '', { flag: 'a', mode: 0o666 });
    chmodSync(this.#log, 0o666);
    this.begin = this.output.length;
    const log = openSync(this.#log, 'a');
    const net = `--net=/run/netns/${plan.namespace}`;
    const args = [net, 'unshare', '--mount', '--propagation', 'private', 'sh', script];
    this.#child = spawn('nsenter', args, { stdio: ['ignore', log, log], env: { PATH: process.env['PATH'] } });
    closeSync(log);
    this.ended = once(this.#child, 'exit').then(([code]) => (code as number | null) ?? -1);
  }

  get output(): string {
    return readFileSync(this.#log, 'utf8');
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Bytes of memory that it used at most. */
  get mostMemory(): number | undefined {
    if (this.plan.memory === undefined) return undefined;
    return Number(readFileSync(join(cgroup(this.plan.name), 'memory.max_usage_in_bytes'), 'utf8'));
  }

  /** Whether another program in the container succeeds, as the check of its health. */
  succeeds(words: readonly string[]): boolean {
    return spawnSync('nsenter', this.#beside(words), { stdio: 'ignore' }).status === 0;
  }

  /** Runs another program in the container to its end. @returns its output @throws Error if it failed */
  execute(words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync('nsenter', this.#beside(words), { encoding: 'utf8' });
    // Not its words, which begin with the whole environment.
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  }

  #beside(words: readonly string[]): string[] {
    const { user, env, cwd = '/' } = this.plan;
    const [uid = '', gid = ''] = user.split(':');
    const join = ['--target', String(this.#child.pid), '--mount', '--net', '--root'];
    const become = ['setpriv', '--reuid', uid, '--regid', gid, '--clear-groups'];
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return [...join, ...become, 'env', '-i', `--chdir=${cwd}`, ...variables, ...words];
  }

  /** Ends it as an engine does, with SIGTERM, and after half a minute with SIGKILL. */
  async stop(): Promise<number> {
    this.#child.kill('SIGTERM');
    const timeout = setTimeout(() => this.#child.kill('SIGKILL'), 30_000);
    const code = await this.ended;
    clearTimeout(timeout);
    return code;
  }
}

function cgroup(name: string): string {
  return join(MEMORY, `care-atlas-${name}`);
}

/** Stops containers, the newest first, and removes their control groups. */
export async function stopContainers(containers: readonly Container[]): Promise<void> {
  for (const each of containers.toReversed()) if (each.isRunning) await each.stop();
  for (const { plan } of containers)
    execFileSync('sh', ['-c', `rmdir '${cgroup(plan.name)}' 2>/dev/null || true`]);
}

/** Waits for the end of a container. @returns its output @throws Error if it failed */
export async function outputOf(container: Container): Promise<string> {
  const code = await container.ended;
  const output = container.output.slice(container.begin);
  if (code !== 0) throw new Error(`${container.plan.name} ended with ${code}:\n${output}`);
  return output;
}

/** The engine's part: makes the file system of the container, limits it, and becomes its program. */
function scriptOf(plan: ContainerPlan, root: string): string {
  const { user, env, words, cwd = '/', mounts, temporary, hosts, resolver, memory } = plan;
  const [uid, gid] = user.split(':');
  const at = (path: string) => quoted(`${root}${path}`);
  const lines = [
    '#!/bin/sh',
    'set -eu',
    `mkdir -p ${at('')}`,
    `mount -t tmpfs -o mode=755 tmpfs ${at('')}`,
    `mkdir -p ${['/usr', '/proc', '/dev', '/sys', '/etc', '/var', '/run', '/root', '/app'].map(at).join(' ')}`,
    `mount --bind /usr ${at('/usr')}`,
    `mount -o remount,bind,ro ${at('/usr')}`,
    ...LINKS.map((name) => `[ ! -e /${name} ] || cp -P /${name} ${at(`/${name}`)}`),
    ...FILES.map((name) => `[ ! -e /etc/${name} ] || cp -rL /etc/${name} ${at(`/etc/${name}`)}`),
    `printf %s ${quoted(hosts)} > ${at('/etc/hosts')}`,
    ...(resolver === undefined ? [] : [`printf %s ${quoted(resolver)} > ${at('/etc/resolv.conf')}`]),
    `echo container:x:${uid}:${gid}::/:/bin/sh >> ${at('/etc/passwd')}`,
    `mount -t proc -o ro proc ${at('/proc')}`,
    `mount --rbind /dev ${at('/dev')}`,
    `mount --rbind /sys ${at('/sys')}`,
    ...mounts.flatMap(({ from, to, readOnly }) => [
      `mkdir -p ${quoted(dirname(`${root}${to}`))}`,
      `if [ -d ${quoted(from)} ]; then mkdir -p ${at(to)}; else [ -e ${at(to)} ] || touch ${at(to)}; fi`,
      `mount --bind ${quoted(from)} ${at(to)}`,
      ...(readOnly ? [`mount -o remount,bind,ro ${at(to)}`] : []),
    ]),
    ...temporary.flatMap((each) => {
      const [path = '', options = 'mode=1777'] = each.split(':');
      return [`mkdir -p ${at(path)}`, `mount -t tmpfs -o ${options} tmpfs ${at(path)}`];
    }),
    `mount -o remount,ro ${at('')}`,
    ...(memory === undefined
      ? []
      : [
          `mkdir -p ${cgroup(plan.name)}`,
          `echo ${memory * MIB} > ${cgroup(plan.name)}/memory.limit_in_bytes`,
          `echo $$ > ${cgroup(plan.name)}/cgroup.procs`,
        ]),
    [
      `exec chroot ${at('')} setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs --bounding-set=-all`,
      `--inh-caps=-all env -i --chdir=${quoted(cwd)}`,
      ...Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`)),
      ...words.map(quoted),
    ].join(' '),
  ];
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
