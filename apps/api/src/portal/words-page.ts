import { MAX_QUESTION_LENGTH, type QuestionAnswer } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import {
  type AddressVisit,
  type Html,
  html,
  type Page,
  type PageLanguage,
  servePage,
} from '@care-atlas/server/pages';
import type { FastifyInstance } from 'fastify';
import { readAsset } from '../assets.js';
import { TEXTS } from '../texts/texts.js';
import { reasonText, unusedText } from './ask.js';
import { portalPages } from './portal-layout.js';

const PAGES = portalPages({ style: readAsset('portal/portal.css'), forms: "'self'", cache: 'no-cache' });
const PATH = '/words';

/** Serves the page for developers that shows how a question is read: each part with its verdict, and the answer as JSON. */
export function serveWords(
  fastify: FastifyInstance,
  directory: Directory,
  { baseUrl }: { readonly baseUrl: string },
): void {
  servePage(fastify, {
    path: PATH,
    baseUrl,
    get: (visit, request) => {
      const { ask } = request.query as { ask?: unknown };
      const question = typeof ask === 'string' ? ask.trim() : '';
      const answer = question === '' ? undefined : directory.readQuestion({ q: question }).value;
      return wordsPage(visit, question, answer);
    },
  });
}

function wordsPage(visit: AddressVisit, question: string, answer: QuestionAnswer | undefined): Page {
  const { words: texts, home } = TEXTS[visit.language];
  const body = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <form class="ask" method="get" role="search">
      <label for="ask">${home.ask.label}</label>
      <div>
        <input id="ask" name="ask" required maxlength="${MAX_QUESTION_LENGTH}" value="${question}" />
        <button type="submit">${texts.submit}</button>
      </div>
    </form>
    ${answer && reading(answer, visit.language)}`;
  return PAGES.page(visit, { title: texts.title, description: texts.lead, body });
}

function reading(answer: QuestionAnswer, language: PageLanguage): Html {
  const { words: texts } = TEXTS[language];
  const { verdict, total, read, unused, values: asked } = answer;
  const rows = [
    ...read.map(({ text, values, misspelled }) => ({
      text,
      verdict: texts.verdicts.understood,
      // How a name is compared follows from the names that are listed.
      meaning: html`<code>${valuesText(values.match ? { ...values, match: asked.match ?? values.match } : values)}</code>${misspelled && ` (${texts.misspelled})`}`,
    })),
    ...unused.map((words) => {
      const { text, stops, verdict: part } = words;
      const isEmergency = verdict === 'emergency' && part === 'unknown' && stops;
      const reason =
        words.why === 'visit' ? unusedText(words, language) : reasonText(words, words.why, language);
      return {
        text,
        verdict: isEmergency ? texts.emergency : (texts.verdicts[part] ?? part),
        meaning: html`${isEmergency ? texts.answers.emergency : reason}${stops && ` (${texts.stops})`}`,
      };
    }),
  ];
  return html`<p role="status"><strong>${texts.answers[verdict]}</strong>${total !== null && `: ${total}`}</p>
    <table class="words">
      <thead><tr>${texts.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr><td><q>${row.text}</q></td><td>${row.verdict}</td><td>${row.meaning}</td></tr>`)}</tbody>
    </table>
    <pre><code>${JSON.stringify(answer, null, 2)}</code></pre>`;
}

function valuesText(values: QuestionAnswer['values']): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
