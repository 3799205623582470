import type { Endpoint, Turn, WantedCall } from './endpoint.js';
import type { EvaluationHost, Told } from './host.js';
import type { ExpectedCall, Question } from './question.js';

/** Answers of a model that are waited for before a conversation is given up. */
const MOST_TURNS = 8;

/** A call that a model made, and what it was told. */
export interface MadeCall extends WantedCall {
  readonly told: Told;
}

/** How a model did on one question. */
export interface Mark {
  readonly question: string;
  /** Whether it was told everything that the question takes. */
  readonly passed: boolean;
  readonly made: readonly MadeCall[];
  readonly answer: string;
}

/** Lets a model answer a question with the tools, and marks what it was told on the way; its words are not judged. */
export async function examine(
  { question, calls }: Question,
  host: EvaluationHost,
  endpoint: Endpoint,
): Promise<Mark> {
  const briefing = { instructions: host.instructions, tools: await host.tools() };
  const turns: Turn[] = [{ by: 'person', text: question }];
  const made: MadeCall[] = [];
  let answer = '';
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const next = await endpoint.next(briefing, turns);
    answer = next.text;
    if (next.calls.length === 0) break;
    const now = await Promise.all(
      next.calls.map(async (call) => ({ ...call, told: await tell(call, host) })),
    );
    made.push(...now);
    turns.push(next, { by: 'tools', results: now.map(({ id, told }) => ({ id, ...told })) });
  }
  return { question, passed: calls.every((call) => made.some((one) => answers(one, call))), made, answer };
}

/** Whether a call told what was expected; a page may be of another size. */
function answers({ name, told }: MadeCall, expected: ExpectedCall): boolean {
  if (name !== expected.tool || told.total !== expected.total) return false;
  const [shorter, longer] = [told.ids, expected.ids].toSorted((a, b) => a.length - b.length);
  if (shorter!.length === 0 && longer!.length > 0) return false;
  return shorter!.every((id, at) => id === longer![at]);
}

/** A tool that does not exist is told to the model, as hosts do. */
async function tell({ name, arguments: args }: WantedCall, host: EvaluationHost): Promise<Told> {
  try {
    return await host.call(name, args);
  } catch (error) {
    return { isError: true, text: error instanceof Error ? error.message : String(error), ids: [] };
  }
}
