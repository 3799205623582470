import type { Vocabulary } from '../../random-query.js';
import type { BenchDirectory } from '../bench-directory.js';
import { type HttpRequest, keyed, send } from '../http-request.js';
import type { MeasuredProcess } from '../measured-process.js';
import type { Question } from '../question.js';
import { questionPaths } from '../question-paths.js';
import { isToolResult, toolRequest } from '../tool-calls.js';
import { type Contestant, steady } from './contestant.js';
import { heldContestant } from './held-answers.js';

/** The operation that everything else is compared with. */
export const DOCTORS = 'GET /doctors';
export const HELD = 'GET /doctors, 304';

/** The operations of the API besides GET /doctors, by name; each with the paths that are asked. */
function operations(words: Vocabulary): Record<string, readonly string[]> {
  return {
    'GET /doctors/search': questionPaths('search', words),
    'GET /clinics': questionPaths('clinics', words),
    'GET /clinics by distance': questionPaths('nearbyClinics', words),
    'GET /specialists': questionPaths('specialists', words),
    'GET /doctors/{cpso}': words.registrationNumbers.map((number) => `/api/v1/doctors/${number}`),
    'GET /doctors/summary': ['/api/v1/doctors/summary'],
  };
}

/** All that is asked of the API besides GET /doctors, and the connector. */
export async function ownContestants(
  directory: BenchDirectory,
  api: MeasuredProcess,
  words: Vocabulary,
  doctors: readonly string[],
  questions: readonly Question[],
): Promise<Contestant[]> {
  const contestants: Contestant[] = [];
  for (const [name, paths] of Object.entries(operations(words))) {
    const requests = keyed(paths, directory.key);
    await requireSuccess(api, requests[0]!);
    contestants.push(steady(directory, { name, group: 'ours' }, api, requests));
  }
  contestants.push(heldContestant(directory, HELD, api, doctors));
  contestants.push(await toolContestant(directory, questions));
  return contestants;
}

async function toolContestant(
  directory: BenchDirectory,
  questions: readonly Question[],
): Promise<Contestant> {
  const mcp = await directory.connector();
  const requests = questions.map(({ flags, ...others }) => {
    const args = { ...others, ...Object.fromEntries(flags.map((flag) => [flag, true])) };
    return toolRequest(directory.key, 'modern', { name: 'search_doctors', arguments: args });
  });
  const body = await requireSuccess(mcp, requests[0]!);
  if (!isToolResult(body)) throw new Error(`The tool was answered with ${body.slice(0, 200)}`);
  return steady(directory, { name: 'MCP search_doctors', group: 'ours' }, mcp, requests);
}

async function requireSuccess(server: MeasuredProcess, request: HttpRequest): Promise<string> {
  const answer = await send(server.port, request);
  const body = await answer.text();
  if (!answer.ok)
    throw new Error(`${request.path} was answered with ${answer.status}: ${body.slice(0, 200)}`);
  return body;
}
