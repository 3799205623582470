import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { examine } from './examination.js';
import { EvaluationHost } from './host.js';
import { chosenModel } from './model-choice.js';
import { type Question, readQuestions, TOPICS } from './question.js';
import { repliesTo } from './doors.js';
import { countsBy } from './evaluation-counts.js';
import { evaluationReader } from './evaluation-directory.js';
import { EvaluationRecords } from './evaluation-records.js';
import { SENTENCES } from '../../tools/src/queries/sentences.js';
import { TOOLS } from '../../apps/mcp/src/tools/tools.js';

const SUBJECTS = ['cpso', 'id', 'offset'];
const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'French'],
  ['zh', 'Chinese'],
  ['pa', 'Punjabi'],
  ['tl', 'Tagalog'],
  [undefined, 'all'],
] as const;
const questions = await readQuestions();

let host: EvaluationHost;
/** What a model reads before its first call. */
let descriptions: string;
beforeAll(async () => {
  host = await EvaluationHost.open();
  const tools = await host.tools();
  descriptions = [host.instructions, ...tools.map(({ description }) => description)].join('\n');
});
afterAll(() => host.close());

describe('the set of questions', () => {
  it('has different questions that use every tool but that of the history', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(200);
    const used = new Set(questions.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
    // The directory of the evaluation is imported once: it has no history to ask about.
    const asked = TOOLS.map(({ name }) => name).filter((name) => name !== 'whats_new');
    expect([...used].toSorted()).toEqual(asked.toSorted());
  });

  it('is counted in the README', async () => {
    const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
    for (const [code, name] of LANGUAGES) {
      const asked = questions.filter(({ language }) => code === undefined || language === code);
      const counts = TOPICS.map((topic) => asked.filter(({ about }) => about?.includes(topic)).length);
      const inOneCall = asked.filter(({ calls }) => calls.length === 1).length;
      const cells = [name, asked.length, ...counts, inOneCall];
      expect(readme.replaceAll(/ +/g, ' ')).toContain(`| ${cells.join(' | ')} |`);
    }
    expect(new Set(questions.map(({ language }) => language)).size).toBe(LANGUAGES.length - 1);
  });

  it('expects what the records say', () => {
    const records = new EvaluationRecords();
    for (const { question, calls } of questions) {
      for (const { tool, arguments: args, ids, total, refused, counts = {} } of calls) {
        const all = refused ? undefined : records.idsOf(tool, args);
        if (!all) continue;
        const named =
          tool === 'search_doctors' ? records.namedOf(all, args) : all.slice(Number(args['offset'] ?? 0));
        const page = named.slice(0, ids.length);
        expect({ question, ids: page, total: all.length }).toEqual({ question, ids, total });
        for (const [group, values] of Object.entries(counts)) {
          const counted = countsBy(group, records.doctorsAt(args)).slice(0, values.length);
          expect({ question, counted }).toEqual({ question, counted: values });
        }
      }
    }
  });

  it.each(questions)('$question', async ({ question, calls, cannot = '' }) => {
    let known = question;
    for (const { tool, arguments: args, ids, total, says, counts = {}, refused = false } of calls) {
      // Each subject of a call occurs in the question or in the text of an earlier answer.
      const named = SUBJECTS.flatMap((name) => args[name] ?? []).filter(
        (one) => !known.includes(JSON.stringify(one).replaceAll('"', '')),
      );
      expect(named).toEqual([]);
      const outcome = await host.call(tool, args);
      expect({ ids: outcome.ids, total: outcome.total, refused: outcome.isError }).toEqual({
        ids,
        total,
        refused,
      });
      for (const [group, values] of Object.entries(counts))
        expect(outcome.counts![group]!.slice(0, values.length)).toEqual(values);
      for (const fact of [...ids, ...says]) expect(outcome.text).toContain(fact);
      known += outcome.text;
    }
    expect(descriptions).toContain(cannot);
    expect(calls.length > 0 || cannot !== '').toBe(true);
  });
});

/** Questions that a sentence is read otherwise than its call, and why. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  'An internist with at least 20 years of experience.': 'internists of every kind are meant',
  'Which eye doctors do you have near Kipling station, and is the nearest clinic wheelchair accessible?':
    'the second question is read as a filter of the first',
  'What can you tell me about doctor 999999?': 'a number that nobody has is an empty list',
  'cardioligist taking patients': 'the spelling is corrected at once',
  'Book me an appointment with any GP for tomorrow at ten.': 'who is open then is listed; nobody books',
};

describe('the doors that read sentences', () => {
  const counts = { right: 0, otherwise: 0, 'no list': 0, 'of clinics': 0 };

  it('agree with one another, and list nobody else', async () => {
    const reader = await evaluationReader();
    const { syncedAt } = await reader.dataset();
    const others: string[] = [];
    for (const { question, calls } of questions) {
      const { rest, search, ...doors } = await repliesTo(question, reader, syncedAt);
      const same = { portal: rest, care: rest, dashboard: rest };
      expect({ question, ...doors }).toEqual({ question, ...same });
      const [first] = calls;
      // The call is about clinics, counts or one record: its total is another one.
      if (first && first.tool !== 'search_doctors' && rest !== 'no list') {
        counts['of clinics']++;
        continue;
      }
      if (rest === 'no list' && search !== rest)
        others.push(`${question}: ${search} at search, and no list elsewhere`);
      const expected = first?.refused ? 'no list' : (first?.total ?? 'no list');
      if (rest === 'no list') counts['no list']++;
      else if (rest === expected) counts.right++;
      else if (question in READ_OTHERWISE) counts.otherwise++;
      else others.push(`${question}: ${rest} instead of ${expected}`);
    }
    expect(others).toEqual([]);
  });

  it.each(SENTENCES)('"%s" is read the same at each: %s', async (sentence, expected) => {
    const reader = await evaluationReader();
    const { syncedAt } = await reader.dataset();
    const replies = Object.values(await repliesTo(sentence, reader, syncedAt));
    expect(replies).toEqual(replies.map(() => replies[0]));
    expect(typeof replies[0] === 'number' ? 'list' : replies[0]).toBe(expected);
  });

  it('are counted in the README', async () => {
    const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
    const { right, otherwise } = counts;
    const sentence = `${right} are answered with the list that is expected, ${otherwise} with another one for a stated reason, ${counts['of clinics']} with a list where clinics, numbers or one record are asked for, and ${counts['no list']} without a list`;
    expect(readme.replaceAll(/\s+/g, ' ')).toContain(sentence);
  });
});

/** The parts of a model request that the test servers read. */
interface Sent {
  readonly url?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly system?: string;
  readonly tools: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** Returns the next expected call; undefined after the last one, or for an unknown question. */
function nextCall({ messages }: Sent) {
  const asked = messages.find(({ role }) => role === 'user')!.content;
  const made = messages.filter(({ role }) => role === 'assistant').length;
  return questions.find(({ question }) => question === asked)?.calls[made];
}

/** Servers with the protocols of both providers, whose model makes the expected calls. */
const TEST_MODELS = {
  openai: (sent: Sent) => {
    const call = nextCall(sent);
    const wanted = call && { name: call.tool, arguments: JSON.stringify(call.arguments) };
    return {
      choices: [
        { message: { content: 'Done.', ...(wanted && { tool_calls: [{ id: 'a', function: wanted }] }) } },
      ],
    };
  },
  anthropic: (sent: Sent) => {
    const call = nextCall(sent);
    const wanted = call && { type: 'tool_use', id: 'a', name: call.tool, input: call.arguments };
    return { content: [{ type: 'text', text: 'Done.' }, ...(wanted ? [wanted] : [])] };
  },
};

describe.each([
  ['openai', '/chat/completions', { authorization: 'Bearer k' }],
  ['anthropic', '/v1/messages', { 'x-api-key': 'k' }],
] as const)('a model with the protocol of %s', (provider, path, expected) => {
  let server: Server;
  const seen: Sent[] = [];
  let env: Record<string, string>;
  beforeAll(async () => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const sent = { ...(JSON.parse(body) as Sent), url: request.url, headers: request.headers };
        seen.push(sent);
        return response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify(TEST_MODELS[provider](sent)));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const prefix = provider.toUpperCase();
    env = { [`${prefix}_API_KEY`]: 'k', [`${prefix}_BASE_URL`]: `http://127.0.0.1:${port}` };
  });
  afterAll(() => server.close());

  it('passes when it makes the expected calls', async () => {
    const { endpoint } = chosenModel(['--model', `${provider}/test`], env);
    for (const question of [questions[0]!, questions.find(({ calls }) => calls.length > 1)!]) {
      const mark = await examine(question, host, endpoint);
      expect(mark).toMatchObject({ passed: true, answer: 'Done.' });
      expect(mark.made).toHaveLength(question.calls.length);
    }
    expect(seen[0]).toMatchObject({ url: path, headers: expected });
    expect(seen[0]!.tools).toHaveLength(TOOLS.length);
    expect(JSON.stringify(seen[0])).toContain('read-only directory');
    expect(JSON.stringify(seen.at(-1))).toContain('Data of 2026-11-20');
  });

  it('fails when it makes no call', async () => {
    const { endpoint } = chosenModel(['--model', `${provider}/test`], env);
    const other: Question = { ...questions[0]!, question: 'Who is my doctor?' };
    expect(await examine(other, host, endpoint)).toMatchObject({ passed: false, made: [], answer: 'Done.' });
  });
});

describe('without a valid model', () => {
  it.each([
    [[], {}],
    [['--model', 'gpt'], { OPENAI_API_KEY: 'k' }],
    [['--model', 'anthropic/claude'], { OPENAI_API_KEY: 'k' }],
  ])('%j explains how to choose one', (args, env) => {
    expect(() => chosenModel(args, env)).toThrow(/npm run eval:mcp -- --model anthropic\/NAME/);
  });
});
