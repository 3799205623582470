import { Html, html } from '@care-atlas/server/pages/html';
import type { ActionTexts } from '../texts/en/actions.js';

/**
 * Renders text with a copy button, which stays hidden until a script shows it.
 * @param id the element id of the text, unique on its page
 * @param label describes the text to screen readers
 */
export function copyBlock(
  id: string,
  label: string,
  text: string,
  { copy, copied }: Pick<ActionTexts, 'copy' | 'copied'>,
): Html {
  return html`<div class="copied">
    <pre tabindex="0" aria-label="${label}"><code id="${id}">${text}</code></pre>
    <button type="button" class="quiet copy scripted" data-copies="${id}" data-copied="${copied}" hidden>${copy}</button>
  </div>`;
}
