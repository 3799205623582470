import type { QuestionAnswer } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { type AddressVisit, html, type Page, type PageLanguage } from '@care-atlas/server/pages';
import { TEXTS, type Texts } from '../texts/texts.js';
import { askForm } from './ask.js';
import { HOME_PAGES } from './home-page.js';
import { answeredExamples, type HomeRequest } from './home-request.js';
import { isSampleDirectory } from './record/record-pages.js';
import { chipsOf } from './try/filter-chips.js';
import { filterText } from './try/filter-text.js';
import { tryPanel } from './try/try-panel.js';
import { refusalText } from './try/try-result.js';

/** Renders the answer to what a visitor asked: a list, or why there is none and what can be answered instead. */
export function answerPage(
  visit: AddressVisit,
  directory: Directory,
  request: HomeRequest,
  script: string,
): Page {
  const { language } = visit;
  const { home, question } = TEXTS[language];
  const { reading } = request;
  const panel = tryPanel(directory, request, language);
  const sample = isSampleDirectory(directory) && html`<p class="small">${home.sample}</p>`;
  const form = askForm(request.question, answeredExamples(directory, language), language);
  const verdict = reading && reading.verdict !== 'list' ? verdictOf(reading) : undefined;
  const title = verdict === undefined ? listTitle(request, language) : question.verdicts[verdict];
  const body =
    verdict === undefined
      ? html`<h1 class="visually-hidden">${title}</h1>${form}${sample}${panel}`
      : html`<div class="verdict"><h1>${title}</h1>${panel}<h2>${question.again}</h2>${form}</div>`;
  return HOME_PAGES.page(visit, { title, description: home.description, scripts: [script], body });
}

/** Returns of what kind an answer without a list is. Words that may mean several things are the nearest to an answer. */
function verdictOf({ verdict, unused }: QuestionAnswer): keyof Texts['question']['verdicts'] {
  if (verdict === 'emergency' || verdict === 'nothing-named') return verdict;
  const stops = new Set(unused.filter((words) => words.stops).map((words) => words.verdict));
  return stops.has('ambiguous') ? 'ambiguous' : stops.has('outside') ? 'outside' : 'unknown';
}

function listTitle({ values, reading, result: { outcome } }: HomeRequest, language: PageLanguage): string {
  const { search } = TEXTS[language];
  const filters = chipsOf(values, reading).map((chip) => filterText(chip.values, language));
  if (outcome === 'none') return '';
  if ('refusal' in outcome) return refusalText(outcome.refusal, values, language);
  const { total, doctorTotal = total } = outcome.answer;
  return [search.matches(doctorTotal), filters.join(', ')].filter(Boolean).join(' · ');
}
