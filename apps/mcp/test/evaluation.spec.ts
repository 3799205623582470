import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { examine } from '../evaluation/examination.js';
import { EvaluationHost } from '../evaluation/host.js';
import { chosenModel } from '../evaluation/model-choice.js';
import { type Question, readQuestions } from '../evaluation/question.js';
import { TOOLS } from '../src/tools/tools.js';

const SUBJECTS = ['cpso', 'id', 'offset'];
const questions = await readQuestions();

let host: EvaluationHost;
beforeAll(async () => (host = await EvaluationHost.open()));
afterAll(() => host.close());

describe('the questions', () => {
  it('are forty, all different, and need every tool', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(40);
    const used = new Set(questions.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
    expect([...used].toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
  });

  it.each(questions)('$question', async ({ question, calls }) => {
    let known = question;
    for (const { tool, arguments: args, ids, total, says } of calls) {
      // What a call needs to name, the person or the text of an earlier answer has named.
      const named = SUBJECTS.flatMap((name) => args[name] ?? []).filter(
        (one) => !known.includes(JSON.stringify(one).replaceAll('"', '')),
      );
      expect(named).toEqual([]);
      const told = await host.call(tool, args);
      expect({ ids: told.ids, total: told.total }).toEqual({ ids, total });
      for (const said of [...ids, ...says]) expect(told.text).toContain(said);
      known += told.text;
    }
  });
});

/** What a stand-in for a model was sent, as far as it looks at it. */
interface Sent {
  readonly url?: string;
  readonly headers?: IncomingHttpHeaders;
  readonly system?: string;
  readonly tools: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** The next call that answers the question; undefined when all were made, or when it is not one of ours. */
function nextCall({ messages }: Sent) {
  const asked = messages.find(({ role }) => role === 'user')!.content;
  const made = messages.filter(({ role }) => role === 'assistant').length;
  return questions.find(({ question }) => question === asked)?.calls[made];
}

/** Models that know the answers, behind each of the two protocols. */
const STAND_INS = {
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
] as const)('a model behind the protocol of %s', (provider, path, expected) => {
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
          .end(JSON.stringify(STAND_INS[provider](sent)));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const prefix = provider.toUpperCase();
    env = { [`${prefix}_API_KEY`]: 'k', [`${prefix}_BASE_URL`]: `http://127.0.0.1:${port}` };
  });
  afterAll(() => server.close());

  it('passes when it makes the calls that answer', async () => {
    const { endpoint } = chosenModel(['--model', `${provider}/stand-in`], env);
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

  it('fails when it asks nothing', async () => {
    const { endpoint } = chosenModel(['--model', `${provider}/stand-in`], env);
    const other: Question = { question: 'Who is my doctor?', calls: questions[0]!.calls };
    expect(await examine(other, host, endpoint)).toMatchObject({ passed: false, made: [], answer: 'Done.' });
  });
});

describe('without a model that can be asked', () => {
  it.each([
    [[], {}],
    [['--model', 'gpt'], { OPENAI_API_KEY: 'k' }],
    [['--model', 'anthropic/claude'], { OPENAI_API_KEY: 'k' }],
  ])('%j says how to name one', (args, env) => {
    expect(() => chosenModel(args, env)).toThrow(/npm run eval:mcp -- --model anthropic\/NAME/);
  });
});
