import { join } from 'node:path';
import type { QuestionAnswer } from '@care-atlas/client/interface';
import { VARIABLES } from '@care-atlas/server/configuration';
import type { Browser, Page } from 'playwright-core';
import { PROJECT } from '../../src/project.js';
import { startChromium } from '../../jest/chromium.js';
import { callTool } from '../stage/call-tool.js';
import type { RunningStart } from './running-start.js';

/** What a door says to a sentence: the number of doctors in its list, or no list. */
export type Reply = number | 'no list';

type RunCare = (args: readonly string[], terminal: object) => Promise<number>;
// In this process: forty processes would take longer than all other doors. The package exports the program only.
const { runCare } = (await import(join(PROJECT, 'libs/client/src/command/command.ts'))) as {
  runCare: RunCare;
};

const KEY = VARIABLES.SANDBOX_KEY.fallback;
const AUTHORIZED = { authorization: `Bearer ${KEY}` };
const PASSWORD = 'a long password of a test only';
const MATCHES = /([\d,]+) (?:doctors? )?match/;

/** The parts of a tool's answer that say how many it found. */
interface Structured {
  readonly total?: number;
  readonly doctorTotal?: number;
  readonly note?: string;
}

/** The doors of running programs that take sentences, and the connector's typed tools, which take what a sentence is read as. */
export class SentenceDoors {
  #csrfToken = '';
  readonly #cookies = new Map<string, string>();

  private constructor(
    private readonly start: RunningStart,
    private readonly chromium: Browser,
    private readonly element: Page,
  ) {}

  static async open(start: RunningStart): Promise<SentenceDoors> {
    const chromium = await startChromium();
    const element = await chromium.newPage();
    await element.goto(`${start.apiUrl}/embed`);
    // The page shows it with a place and a language.
    await element.locator('care-atlas-search').evaluate((shown) => {
      for (const name of ['near', 'languages']) shown.removeAttribute(name);
    });
    const doors = new SentenceDoors(start, chromium, element);
    const [, name, password] = /name (\S+), one-time password (\S+)/.exec(start.lines.join('\n'))!;
    await doors.#dashboard('/api/session');
    await doors.#dashboard('/api/sign-in', { name, password });
    await doors.#dashboard('/api/sign-in/new-password', { newPassword: PASSWORD });
    return doors;
  }

  /** Returns the reply of each door. */
  async ask(
    question: string,
  ): Promise<
    Readonly<
      Record<'rest' | 'list' | 'typed' | 'search' | 'portal' | 'element' | 'care' | 'dashboard', Reply>
    >
  > {
    const asked = `${this.start.apiUrl}/api/v1/questions?${new URLSearchParams({ q: question })}`;
    const answer = (await (await fetch(asked, { headers: AUTHORIZED })).json()) as QuestionAnswer;
    return {
      rest: answer.total ?? 'no list',
      list: await this.#list(answer),
      typed: await this.#typed(answer),
      search: await this.#search(question, answer),
      portal: await this.#portal(question),
      element: await this.#embedded(question),
      care: await this.#care(question),
      dashboard: await this.#found(question),
    };
  }

  close(): Promise<void> {
    return this.chromium.close();
  }

  async #list({ verdict, values }: QuestionAnswer, of = 'doctors'): Promise<Reply> {
    if (verdict !== 'list') return 'no list';
    const path = values.q === undefined ? of : 'doctors/search';
    const query = new URLSearchParams({ ...values, limit: '0' });
    const answer = await fetch(`${this.start.apiUrl}/api/v1/${path}?${query}`, { headers: AUTHORIZED });
    return ((await answer.json()) as { readonly total: number }).total;
  }

  async #typed({ verdict, values }: QuestionAnswer): Promise<Reply> {
    if (verdict !== 'list') return 'no list';
    const { total, doctorTotal = total } = await this.#tool('/mcp', 'search_doctors', values);
    return doctorTotal!;
  }

  /** Where a question is about clinics, it lists those of the doctors. */
  async #search(query: string, answer: QuestionAnswer): Promise<Reply> {
    const { note } = await this.#tool('/mcp/search', 'search', { query });
    const found = totalIn(note!);
    return /walk-in/.test(query) && found === (await this.#list(answer, 'clinics'))
      ? (answer.total ?? found)
      : found;
  }

  async #tool(path: string, name: string, args: object): Promise<Structured> {
    const answer = await callTool(`${this.start.mcpUrl}${path}`, name, args, AUTHORIZED);
    const text = await answer.text();
    const { result } = JSON.parse(text.slice(text.indexOf('{'))) as {
      readonly result: { readonly structuredContent: Structured };
    };
    return result.structuredContent;
  }

  async #portal(ask: string): Promise<Reply> {
    return totalIn(await (await fetch(`${this.start.apiUrl}/?${new URLSearchParams({ ask })}`)).text());
  }

  async #embedded(question: string): Promise<Reply> {
    await this.element.getByLabel('In your own words').fill(question);
    const read = this.element.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('q') === question && response.ok(),
    );
    await this.element.getByRole('button', { name: 'Search' }).click();
    await read;
    await this.element.locator('[part="results"]:not([aria-busy="true"])').waitFor({ state: 'attached' });
    return totalIn((await this.element.locator('[part="status"]').textContent())!);
  }

  async #care(question: string): Promise<Reply> {
    let written = '';
    const code = await runCare(
      ['find', question, '--format', 'json', '--url', `${this.start.apiUrl}/api/v1`],
      {
        env: {},
        columns: undefined,
        colors: false,
        out: (text: string) => (written += text),
        note: () => undefined,
      },
    );
    return code === 0 ? (JSON.parse(written) as { readonly total: number }).total : 'no list';
  }

  /** Records that are named so come before a reading of the words. */
  async #found(q: string): Promise<Reply> {
    const answer = await this.#dashboard(`/api/directory/records?${new URLSearchParams({ q })}`);
    const { reading } = answer as { readonly reading: { readonly total: number | null } | null };
    return reading?.total ?? 'no list';
  }

  /** Sends a request as the dashboard's own page does. */
  async #dashboard(path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.start.dashboardUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: Array.from(this.#cookies, (pair) => pair.join('=')).join('; '),
        ...(body && {
          origin: this.start.dashboardUrl,
          'x-csrf-token': this.#csrfToken,
          'content-type': 'application/json',
        }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const told = (await answer.json()) as { readonly csrfToken?: string };
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(told)}`);
    this.#csrfToken = told.csrfToken ?? this.#csrfToken;
    return told;
  }
}

/** Returns the number of doctors that a text names. */
function totalIn(text: string): Reply {
  const [, count] = MATCHES.exec(text) ?? [];
  if (count !== undefined) return Number(count.replaceAll(',', ''));
  return /No doctors? match/.test(text) ? 0 : 'no list';
}
