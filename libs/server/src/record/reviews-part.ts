import { html, type Html } from '../pages/html.js';
import type { ReviewFacts } from './record-data.js';
import { RECORD_TEXTS, type RecordView } from './record-view.js';

/** Renders what reviews say: first what many ratings show, then the newest reviews. */
export function reviewsPart(facts: ReviewFacts, { language }: RecordView): Html {
  const { reviews: texts, decimal, listed, date } = RECORD_TEXTS[language];
  const { reviews, total, positive, signals, suppressed, minSample } = facts;
  if (total === 0) return html`<p>${texts.none}</p>`;
  const { dimensions } = texts;
  return html`<p class="small muted">${texts.about}</p>
    ${
      signals.length > 0 &&
      html`<dl class="facts">${signals.map(
        ({ dimension, avgRating, low, high, sampleSize }) =>
          html`<div><dt>${capital(dimensions[dimension])}</dt><dd>${texts.signal(decimal(avgRating), decimal(low), decimal(high), sampleSize)}</dd></div>`,
      )}</dl>`
    }
    ${suppressed.length > 0 && html`<p>${texts.suppressed(minSample, listed(suppressed.map((dimension) => dimensions[dimension])))}</p>`}
    ${positive !== undefined && html`<p>${texts.positive(positive, total)}</p>`}
    <p>${texts.shown(reviews.length, total)}</p>
    <ul class="reviews">${reviews.map(
      ({ author, rating, text, date: day, reply }) =>
        html`<li><p><span role="img" aria-label="${texts.stars(rating)}">${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</span> ${author}, <time datetime="${day}">${date(day)}</time></p><p>${text}</p>${reply && html`<p class="small muted"><time datetime="${reply.date}">${texts.reply(date(reply.date))}</time></p><blockquote>${reply.text}</blockquote>`}</li>`,
    )}</ul>`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
