import type { TestAnswer } from './test-api.js';

const TELLTALES =
  /fastify|nest|typeorm|postgres|node_modules|find-my-way|HPE_|FST_|Parse Error| at .*:\d+:\d+/i;
const UNWELCOME_HEADERS = ['x-injected', 'x-powered-by', 'server', 'set-cookie'];
const LONGEST_REFUSAL = 2_000;

/** Returns the harmful properties of an answer: none if the answer is harmless. */
export function harmIn(answer: TestAnswer): string[] {
  const { status, headers, body } = answer;
  const harm = UNWELCOME_HEADERS.filter((name) => name in headers);
  if (status >= 500) harm.push(`status ${status}`);
  if (status >= 400) {
    if (answer.refusal.requestId !== headers['x-request-id']) harm.push('another request id');
    if (TELLTALES.test(body)) harm.push('tells what it is made of');
    if (body.length > LONGEST_REFUSAL) harm.push('long');
  }
  return harm;
}
