import type { Endpoint, MadeCall, RequestedCall, ToolOutcome, Turn } from './endpoint.js';
import type { EvaluationHost } from './host.js';
import { type ExpectedCall, hasCounts, type Question } from './question.js';

/** Maximum turns of a model before the conversation is abandoned. */
const MAX_TURNS = 8;

/** The grade of a model for one question. */
export interface Grade {
  /** Whether the model's calls returned every expected result; without an expected call, whether it made none. */
  readonly passed: boolean;
  readonly made: readonly MadeCall[];
  readonly answer: string;
}

/** Lets a model answer a question with the tools, and grades the results of its calls. Its words are not graded. */
export async function examine(
  { question, calls }: Question,
  host: EvaluationHost,
  endpoint: Endpoint,
): Promise<Grade> {
  const briefing = { instructions: host.instructions, tools: await host.tools() };
  const turns: Turn[] = [{ by: 'person', text: question }];
  const made: MadeCall[] = [];
  let answer = '';
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const next = await endpoint(briefing, turns);
    answer = next.text;
    if (next.calls.length === 0) break;
    const now = await Promise.all(
      next.calls.map(async (call) => ({ ...call, outcome: await callTool(call, host) })),
    );
    made.push(...now);
    turns.push(next, { by: 'tools', made: now });
  }
  const passed =
    calls.length > 0 ? calls.every((call) => made.some((one) => matches(one, call))) : made.length === 0;
  return { passed, made, answer };
}

/** Returns whether a call had the expected result. The size of the page may differ, and more may be counted. */
function matches({ name, outcome }: MadeCall, expected: ExpectedCall): boolean {
  if (name !== expected.tool || outcome.total !== expected.total) return false;
  if (outcome.isError !== (expected.refused ?? false)) return false;
  if (!hasCounts(outcome.counts, expected.counts)) return false;
  const [shorter, longer] = [outcome.ids, expected.ids].toSorted((a, b) => a.length - b.length);
  if (shorter!.length === 0 && longer!.length > 0) return false;
  return shorter!.every((id, at) => id === longer![at]);
}

/** Calls a tool. As in other hosts, the model gets an error as text if the tool does not exist. */
function callTool({ name, arguments: args }: RequestedCall, host: EvaluationHost): Promise<ToolOutcome> {
  return host.call(name, args).catch(({ message }: Error) => ({ isError: true, text: message, ids: [] }));
}
