import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Program, type ProgramPlan } from './program.js';

/** The id of the unprivileged user: PgBouncer does not run as root. */
const NOBODY = 65_534;

/** A PgBouncer with its own defaults, apart from addresses, the mode and what a test sets. */
export class PgBouncer extends Program {
  readonly #file: string;

  /** @param settings lines of the configuration, with the mode */
  constructor(
    plan: Omit<ProgramPlan, 'file' | 'args'>,
    private database: URL,
    private readonly settings: string,
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
    writeFileSync(
      this.#file,
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
${this.settings}
`,
    );
  }
}
