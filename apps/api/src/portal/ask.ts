import { readWords } from '@care-atlas/client/words';
import type { RawParameters } from '@care-atlas/domain/contract';
import { Html, html } from '@care-atlas/server/pages';
import { trySearch } from './try-request.js';

/** Longer questions are cut: the form has room for as much. */
const MAX_QUESTION = 200;
/** Questions that visitors may click on. */
const EXAMPLES = [
  'Family doctor who speaks Tamil near Kennedy station and takes patients',
  'Female pediatrician in Scarborough, open on weekends',
  'Dermatologist within 5 km of M5V 2T6',
];

/**
 * Returns the address of the page that answers a question in plain words, by the filters that it names; undefined if nothing
 * was asked.
 */
export function askedSearch({ ask }: RawParameters): string | undefined {
  const [text] = [ask].flat();
  const question = typeof text === 'string' ? text.trim().slice(0, MAX_QUESTION) : '';
  if (question === '') return undefined;
  // The form has one field for places. A place that contains others is one to be near as well.
  const { area, ...read } = readWords(question);
  const values = area === undefined || read['near'] !== undefined ? read : { ...read, near: area };
  return `/${trySearch(values)}#try`;
}

/** Renders the form for a question in plain words. It works without scripts. */
export function askForm(): Html {
  return html`<form class="ask" method="get" action="/" role="search">
      <label for="ask">Ask in plain words</label>
      <div>
        <input id="ask" name="ask" required maxlength="${MAX_QUESTION}" placeholder="${EXAMPLES[0]}" />
        <button type="submit">Find</button>
      </div>
    </form>
    <p class="small asked">
      For example:
      ${EXAMPLES.map(
        (question, at) =>
          html`${at > 0 && ' · '}<a href="/?ask=${encodeURIComponent(question)}">${question}</a>`,
      )}
    </p>`;
}
