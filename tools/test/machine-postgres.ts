import { execFileSync } from 'node:child_process';
import {
  accessSync,
  appendFileSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '@care-atlas/local-postgres/free-port';

/** The id of the unprivileged user on every Unix. */
const NOBODY = 65_534;
const PROGRAMS = ['initdb', 'pg_ctl', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore', 'psql'];
const PASSWORD = 'superuser-of-a-test';

/**
 * A server of the PostgreSQL installed on this machine. The embedded one has no pg_dump, and pg_dump refuses newer servers;
 * here both have the same version.
 */
export class MachinePostgres {
  private constructor(
    /** The folder of its programs. */
    readonly programs: string,
    private readonly directory: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<MachinePostgres> {
    const postgres = await MachinePostgres.#make();
    const { directory } = postgres;
    const access = ['--username=postgres', `--pwfile=${join(directory, 'password')}`, '--auth=scram-sha-256'];
    postgres.#run('initdb', [
      `--pgdata=${postgres.#data}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      ...access,
    ]);
    postgres.start();
    return postgres;
  }

  /** Starts a read-only standby of this server. @param settings of its own, as in postgresql.conf */
  async standby(settings = ''): Promise<MachinePostgres> {
    const standby = await this.copy('--write-recovery-conf');
    appendFileSync(join(standby.#data, 'postgresql.conf'), `\n${settings}\n`);
    standby.start();
    return standby;
  }

  /** Gives it more settings that need no restart, as in postgresql.conf. */
  reload(settings: string): void {
    appendFileSync(join(this.#data, 'postgresql.conf'), `\n${settings}\n`);
    this.#run('pg_ctl', ['-D', this.#data, 'reload']);
  }

  /** Copies this server while it runs, and does not start the copy. */
  async copy(...options: readonly string[]): Promise<MachinePostgres> {
    const copy = await MachinePostgres.#make();
    const source = [`--pgdata=${copy.#data}`, `--dbname=${this.url}`];
    copy.#run('pg_basebackup', [...source, '--checkpoint=fast', '--no-sync', ...options]);
    return copy;
  }

  /** Starts a copy, which recovers from an archive first, by settings as in postgresql.auto.conf. */
  recover(settings: string): void {
    appendFileSync(join(this.#data, 'postgresql.auto.conf'), settings);
    writeFileSync(join(this.#data, 'recovery.signal'), '');
    MachinePostgres.give(join(this.#data, 'recovery.signal'));
    this.start();
  }

  /** Lets the account of the servers use a file or folder of the test. */
  static give(path: string): void {
    if (isRoot()) chownSync(path, NOBODY, NOBODY);
  }

  /** Restarts it with TLS, by a certificate and its key, and with connections in its log. */
  useTls(certificate: string, key: string): void {
    for (const [from, name] of [
      [certificate, 'server.crt'],
      [key, 'server.key'],
    ] as const) {
      const path = join(this.#data, name);
      copyFileSync(from, path);
      chmodSync(path, 0o600);
      MachinePostgres.give(path);
    }
    this.restart('ssl = on\nlog_connections = on');
  }

  /** Restarts it with more settings, as in postgresql.conf. */
  restart(settings = ''): void {
    appendFileSync(join(this.#data, 'postgresql.conf'), `\n${settings}\n`);
    this.#run('pg_ctl', ['-D', this.#data, '-w', '-m', 'fast', 'restart']);
  }

  /** Creates the folder of a server, with the password file only. */
  static async #make(): Promise<MachinePostgres> {
    const directory = mkdtempSync(join(tmpdir(), 'care-atlas-postgres-'));
    const password = join(directory, 'password');
    writeFileSync(password, PASSWORD);
    for (const path of [directory, password]) MachinePostgres.give(path);
    return new MachinePostgres(findPrograms(), directory, await freePort());
  }

  /** Starts it again. */
  start(): void {
    const options = `-c listen_addresses=127.0.0.1 -c port=${this.port} -c unix_socket_directories= -c fsync=off -c log_statement=ddl`;
    const log = join(this.directory, 'log');
    this.#run('pg_ctl', ['-D', this.#data, '-w', '-l', log, '-o', options, 'start']);
  }

  /** The URL of the superuser. */
  get url(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}/postgres`;
  }

  /** Returns the server's log, with every statement that changes a role or a table. */
  log(): string {
    return readFileSync(join(this.directory, 'log'), 'utf8');
  }

  /** Makes a standby a primary. */
  promote(): void {
    this.#run('pg_ctl', ['-D', this.#data, '-w', 'promote']);
  }

  /** Ends it as a crash does, and keeps its files. */
  crash(): void {
    this.#run('pg_ctl', ['-D', this.#data, '-w', '-m', 'immediate', 'stop']);
  }

  stop(): void {
    // It may have ended before.
    if (existsSync(join(this.#data, 'postmaster.pid'))) this.crash();
    rmSync(this.directory, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.directory, 'data');
  }

  #run(program: string, args: readonly string[]): void {
    const account = isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
    execFileSync(join(this.programs, program), args, { ...account, cwd: this.directory, stdio: 'ignore' });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns a folder with all programs of one version; Debian's are not on the path. */
function findPrograms(): string {
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
    ...globSync('/opt/homebrew/opt/postgresql@*/bin').toSorted().toReversed(),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => PROGRAMS.every((program) => isProgram(join(folder, program))));
  if (found === undefined)
    throw new Error('This machine has no PostgreSQL with pg_dump: see tools/programs.mjs.');
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
