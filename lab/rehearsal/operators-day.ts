import { globSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Deployment, until } from './deployment.js';
import type { Helper } from './helper.js';
import { PERSON } from './outside-names.js';

/** Requests until a load counts as under way. */
const UNDER_WAY = 100;
/** What is well by then: there is no register, and not every deployment has a standby. */
const GREEN = ['api', 'connector', 'dashboard', 'database', 'store', 'datasets', 'exports', 'backup'];
const CLINICS = `id,name,type,address,postal_code
00000000-0000-4000-8000-000000000001,Rehearsal Clinic (sample),family-practice,"1 Example Street, Toronto, ON",M5S 1A1
`;

/** Performs a step, which returns what was seen, and notes it. */
export type Step = (what: string, act: () => Promise<string> | string) => Promise<void>;

interface Load {
  readonly counts: Readonly<Record<string, number>>;
  readonly longest: number;
  readonly outage: number;
}
interface Health {
  readonly components: readonly {
    readonly component: string;
    readonly state: string;
    readonly checkedAt: string;
  }[];
}

/** Everything that an operator does with a deployment that runs. */
export class OperatorsDay {
  #key = '';

  /** @param outside folder with what arrived outside */
  constructor(
    private readonly deployment: Deployment,
    private readonly operator: Helper,
    private readonly outside: string,
  ) {}

  /** @param before the release that runs, unless it is this one */
  async live(step: Step, before?: string): Promise<void> {
    const { deployment } = this;
    await step('What the networks refuse', () => deployment.tryConnections());
    await step('A key', () => this.#createKey());
    if (before !== undefined)
      await this.#replace(step, `Upgrade from ${before}`, () => deployment.upgrade('image'));
    await step('The first imports, by hand', async () => {
      const output = await deployment.importNow();
      return Array.from(output.matchAll(/^nightly: (".*)$/gm), ([, line]) => line).join(' ');
    });
    await step('The export in the bucket', () => {
      const objects = globSync('bucket/**/*_S3rver_object', { cwd: this.outside });
      return `${objects.length} objects`;
    });
    await step('The first administrator, signed in by a browser', async () => {
      const output = await deployment.command('admin', 'create', 'ada');
      await this.#act('firstSignIn', 'ada', oneTimePassword(output));
      return 'one-time password, new password, session';
    });
    await step('An upload in the browser, imported by the worker', async () => {
      await this.#act('upload', CLINICS);
      return 'checked, confirmed, imported';
    });
    await step('Health', async () => {
      await deployment.backup();
      return this.#seeHealth(GREEN);
    });
    await step('A test alert, by webhook and by e-mail', () => this.#testAlert());
    await step('Sign-in by an OpenID Connect provider', async () => {
      await deployment.command('admin', 'create', PERSON);
      await this.#act('providerSignIn');
      return `${PERSON}, by code with PKCE`;
    });
    await step('The metrics, from the network of Prometheus', () => {
      const lines = Array.from(
        deployment.metrics(),
        ([name, text]) => `${name} ${/^care_atlas_memory_limit_bytes.* (\S+)$/m.exec(text)?.[1]}`,
      );
      return `care_atlas_memory_limit_bytes: ${lines.join(', ')}`;
    });
    await step('Traces, at the collector', () => `${this.#received('traces').length} deliveries`);
    await step('A backup, and its restore into an empty database', async () => {
      const [file = ''] = (await deployment.backup()).match(/\/backups\/\S+/) ?? [];
      const counted = await deployment.restored(file, 'select count(*) from clinic');
      return `${counted.trim()} clinics`;
    });
    if (before !== undefined) {
      await this.#replace(step, `Rollback to ${before}`, () => deployment.rollBack('before'));
      // It does not watch the exports.
      await step(`Health, of ${before}`, () =>
        this.#seeHealth(GREEN.filter((component) => component !== 'exports')),
      );
      await this.#replace(step, 'Upgrade to this release again', () => deployment.upgrade('image'));
    }
    const next = 'Upgrade to a throwaway 1.1.0 with a migration';
    await this.#replace(step, next, () => deployment.upgrade('next'));
    const back = 'Rollback to this release on the newer tables';
    await this.#replace(step, back, () => deployment.rollBack('image'));
    await step('Most memory', () => this.#mostMemory());
  }

  async #act<T>(...words: string[]): Promise<T> {
    this.operator.child.stdin!.write(`${JSON.stringify(words)}\n`);
    const { value, error, shown } = JSON.parse(await this.operator.next()) as {
      value: T;
      error?: string;
      shown?: string;
    };
    if (error !== undefined) throw new Error(`${words[0]}: ${error}\n${shown ?? ''}`);
    return value;
  }

  #received(what: string): string[] {
    const file = join(this.outside, `${what}.ndjson`);
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  async #createKey(): Promise<string> {
    const output = await this.deployment.command('keys', 'create', '--kind', 'admin', '--label', 'rehearsal');
    [this.#key = ''] = /care_admin_\w+/.exec(output) ?? [];
    const { status } = await this.#act<{ status: number }>('get', '/api/v1/clinics', this.#key);
    if (status !== 200) throw new Error(`The key was answered with ${status}.`);
    return `GET /api/v1/clinics with it, through the proxy: ${status}`;
  }

  /** Waits until components are well and were looked at since. @returns the states of all */
  async #seeHealth(green: readonly string[]): Promise<string> {
    const begun = Date.now();
    let states: string[] = [];
    await until('Health was green', async () => {
      // An error while the database is slow has none.
      const { components = [] } = await this.#act<Partial<Health>>('health');
      states = components.map(({ component, state, checkedAt }) =>
        Date.parse(checkedAt) < begun ? `${component} ${state} before` : `${component} ${state}`,
      );
      return green.every((component) => states.includes(`${component} up`));
    });
    return states.join(', ');
  }

  async #testAlert(): Promise<string> {
    await this.#act('testAlert');
    await until(
      'both arrived',
      () => this.#received('alerts').length > 0 && this.#received('mails').length > 0,
    );
    const { headers } = JSON.parse(this.#received('alerts').at(-1)!) as { headers: Record<string, string> };
    return `signature ${headers['webhook-signature']?.split(',')[0]}, a mail by TLS`;
  }

  #replace(step: Step, what: string, act: () => Promise<void>): Promise<void> {
    return step(`${what}, in the order of ${this.deployment.name}`, () => this.#underLoad(act));
  }

  /** @returns the releases that run then, and how the load was answered */
  async #underLoad(act: () => Promise<void>): Promise<string> {
    await this.#act('load', this.#key);
    const answered = () => this.#act<number>('answered');
    await until('there was load', async () => (await answered()) > UNDER_WAY);
    await act();
    const releases = Array.from(
      this.deployment.metrics().values(),
      (text) => /^care_atlas_release_info\{.*release="([^"]+)"/m.exec(text)?.[1],
    );
    const before = await answered();
    await until('there was load again', async () => (await answered()) > before + UNDER_WAY);
    const { counts, longest, outage } = await this.#act<Load>('endLoad');
    const statuses = Object.entries(counts).map(
      ([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`,
    );
    const seconds = [longest, outage].map((time) => (time / 1000).toFixed(1));
    return `${releases.length} × ${[...new Set(releases)].join(' and ')}: ${statuses.join(', ')}; longest ${seconds[0]} s; longest without an answer of 200 ${seconds[1]} s`;
  }

  #mostMemory(): string {
    const most = new Map<string, { readonly used: number; readonly limit: number }>();
    for (const { plan, mostMemory } of this.deployment.containers) {
      if (plan.memory === undefined || mostMemory === undefined) continue;
      const program = plan.name.replace(/-\d.*|-run$/, '');
      const used = Math.max(mostMemory, most.get(program)?.used ?? 0);
      most.set(program, { used, limit: plan.memory });
    }
    return Array.from(
      most,
      ([program, { used, limit }]) => `${program} ${Math.round(used / 1024 / 1024)} of ${limit} MiB`,
    ).join(', ');
  }
}

function oneTimePassword(output: string): string {
  const [, password] = /^One-time password for .*: (\S+)$/m.exec(output) ?? [];
  if (password === undefined) throw new Error(`There is no one-time password in:\n${output}`);
  return password;
}
