import { type HttpRequest, send } from '../http-request.js';
import type { PeerPage } from './peer.js';

/** How many of the questions were answered alike. */
export interface Agreement {
  readonly asked: number;
  readonly alike: number;
}

/** A server that can be asked something. */
export interface Asked<Question> {
  readonly port: number;
  readonly request: (question: Question) => HttpRequest;
  readonly read: (answer: unknown) => PeerPage;
}

/** Asks two servers the same questions and compares the totals and who is on the page, in order. */
export async function agreement<Question>(
  questions: readonly Question[],
  ours: Asked<Question>,
  theirs: Asked<Question>,
): Promise<Agreement> {
  let alike = 0;
  for (const question of questions) {
    const pages = [await ask(ours, question), await ask(theirs, question)];
    if (JSON.stringify(pages[0]) === JSON.stringify(pages[1])) alike++;
  }
  return { asked: questions.length, alike };
}

async function ask<Question>(
  { port, request, read }: Asked<Question>,
  question: Question,
): Promise<PeerPage> {
  const answer = await send(port, request(question));
  if (!answer.ok) throw new Error(`An answer with status ${answer.status}: ${await answer.text()}`);
  return read(await answer.json());
}
