import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../src/project.js';
import { Program, type ProgramPlan } from './program.js';

/** The id of the unprivileged user: PgBouncer does not run as root. */
const NOBODY = 65_534;
const SHIPPED = join(PROJECT, 'docker/scale/pgbouncer.ini');

/** A PgBouncer with the shipped configuration, apart from addresses and what a test sets. */
export class PgBouncer extends Program {
  readonly #file: string;

  /** @param settings more lines of the configuration */
  constructor(
    plan: Omit<ProgramPlan, 'file' | 'args'>,
    private database: URL,
    private readonly settings = '',
  ) {
    const file = join(plan.directory, `${plan.name}.ini`);
    const isRoot = process.getuid?.() === 0;
    super({ ...plan, file: 'pgbouncer', args: [...(isRoot ? ['--user=nobody'] : []), file] });
    if (isRoot) chownSync(plan.directory, NOBODY, NOBODY);
    this.#file = file;
    this.#write();
  }

  /** The URL of the database through it. */
  get url(): string {
    return Object.assign(new URL(this.database), { host: `127.0.0.1:${this.port}` }).href;
  }

  /** Leads new connections to another server, as a failover does. */
  retarget(database: URL): void {
    this.database = database;
    this.#write();
    process.kill(this.pid, 'SIGHUP');
  }

  #write(): void {
    const { hostname, port, username, password } = this.database;
    const users = `${this.#file}.users`;
    writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
    const own: readonly (readonly [RegExp, string])[] = [
      [/^\* = .*$/m, `* = host=${hostname} port=${port}`],
      [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
      [/^listen_port = .*$/m, `listen_port = ${this.port}`],
      [/^auth_file = .*$/m, `auth_file = ${users}`],
    ];
    const text = own.reduce(
      (changed, [line, mine]) => changed.replace(line, mine),
      readFileSync(SHIPPED, 'utf8'),
    );
    writeFileSync(this.#file, `${text}${this.settings}\n`);
  }
}
