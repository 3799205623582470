import { MAX_QUESTION_LENGTH, type QuestionAnswer, type UnusedPart } from '@care-atlas/domain/contract';
import { type Html, html, type PageLanguage, pathIn } from '@care-atlas/server/pages';
import { phonePart } from '@care-atlas/server/record';
import { TEXTS } from '../texts/texts.js';
import { chipsOf, filterChips } from './try/filter-chips.js';
import { filterText, listed } from './try/filter-text.js';
import { trySearch } from './try/try-request.js';

/**
 * Renders the form for a question in plain words. It works without scripts.
 * @param question what was asked; empty if nothing was
 * @param examples questions that visitors may click on
 */
export function askForm(question: string, examples: readonly string[], language: PageLanguage): Html {
  const texts = TEXTS[language].home.ask;
  return html`<form class="ask" method="get" action="${pathIn(language, '/')}" role="search">
      <label for="ask">${texts.label}</label>
      <div>
        <input id="ask" name="ask" required maxlength="${MAX_QUESTION_LENGTH}" value="${question}" placeholder="${examples[0] ?? ''}" />
        <button type="submit">${texts.submit}</button>
      </div>
    </form>
    ${
      examples.length > 0 &&
      html`<p class="small asked">
      ${examples.map(
        (example, at) =>
          html`<span>${at > 0 && ' · '}<a href="${askPath(example, language)}">${example}</a></span>`,
      )}
    </p>`
    }`;
}

/**
 * Renders how a question was read: the filters, the words that became none, with the reason, and what can be answered instead.
 * @param offers the offers of the answer that the page shows here
 */
export function questionReading(
  answer: QuestionAnswer,
  offers: QuestionAnswer['offers'],
  language: PageLanguage,
): Html {
  const { home, question } = TEXTS[language];
  const { verdict, values, emergency, read, unused, clinics = [] } = answer;
  const stopping = unused.filter(({ stops }) => stops);
  return html`<div id="reading">
    ${emergency && html`<p class="note bad" role="alert">${question.emergency[emergency]}</p>`}
    ${verdict === 'nothing-named' && html`<p class="note warn" role="status">${question.nothingNamed}</p>`}
    ${
      verdict === 'stopped' &&
      html`<div class="note warn" role="status">
        <p>${question.stopped}</p>
        <ul>${stopping.map((words) => html`<li>${unusedText(words, language)}</li>`)}</ul>
        ${stopping.some(({ why }) => why === 'unknown') && html`<p>${question.languages}</p>`}
      </div>`
    }
    ${
      verdict !== 'emergency' &&
      read.length > 0 &&
      html`${verdict === 'stopped' && html`<p class="offers-title">${question.understood}</p>`}
      ${filterChips(chipsOf(values, answer), values, language)}`
    }
    ${
      verdict === 'list' &&
      unused.length > 0 &&
      html`<p class="note warn">${home.ask.unused(
        listed(
          unused.map((words) => unusedText(words, language)),
          language,
        ),
      )}</p>`
    }
    ${clinics.length > 0 && clinicList(clinics, language)}
    ${offers.length > 0 && offerList(offers, language)}
  </div>`;
}

/** Renders the clinics that a question names, with their telephone. */
function clinicList(clinics: NonNullable<QuestionAnswer['clinics']>, language: PageLanguage): Html {
  return html`<ul class="clinics">${clinics.map(
    ({ id, name, address, phone }) =>
      html`<li><a href="${pathIn(language, `/clinics/${id}`)}"><strong>${name}</strong></a><br />${address}<br />${phonePart(phone, language)}</li>`,
  )}</ul>`;
}

/** Renders the questions that can be answered, each with its total. */
function offerList(offers: QuestionAnswer['offers'], language: PageLanguage): Html {
  const texts = TEXTS[language].question;
  const quotedList = (words: readonly string[]) =>
    listed(
      words.map((each) => html`<q>${each}</q>`),
      language,
    );
  return html`<p class="offers-title">${texts.offers}</p>
    <ul class="offers">${offers.map(
      ({ values, total, without }) =>
        html`<li><a href="${pathIn(language, `/${trySearch(values)}`)}">${filterText(values, language)}</a> <span class="muted">${texts.doctors(total)}${without.length > 0 && html`, ${texts.without(quotedList(without))}`}</span></li>`,
    )}</ul>`;
}

/** Returns words that were not used, with the reason. */
export function unusedText(words: UnusedPart, language: PageLanguage): Html {
  const { home, names } = TEXTS[language];
  const { unusedWords, visit } = home.ask;
  if (words.why !== 'visit') return unusedWords(words.text, reasonText(words, words.why, language));
  const links = (words.specialties ?? []).map((name) => {
    const shown = names.specialty(name);
    return html`<a href="${askPath(shown, language)}">${shown}</a>`;
  });
  return visit(words.text, listed(links, language));
}

/** Returns why words were not used. */
export function reasonText(
  words: UnusedPart,
  why: Exclude<UnusedPart['why'], 'visit'>,
  language: PageLanguage,
): string {
  const { question } = TEXTS[language];
  const { register, nearest, kilometers, alike } = words;
  const holiday = words.holiday && (question.holidays[words.holiday] ?? words.holiday);
  const date = words.date && question.date(words.date);
  return question.reasons[why]({ register, nearest, kilometers, holiday, date, alike });
}

function askPath(question: string, language: PageLanguage): string {
  return pathIn(language, `/?ask=${encodeURIComponent(question)}`);
}
