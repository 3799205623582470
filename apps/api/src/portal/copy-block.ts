import { Html, html } from '@care-atlas/server/pages/html';

/**
 * Renders text with a copy button, which stays hidden until a script shows it.
 * @param id the element id of the text, unique on its page
 * @param label describes the text to screen readers
 */
export function copyBlock(id: string, label: string, text: string): Html {
  return html`<div class="copied">
    <pre tabindex="0" aria-label="${label}"><code id="${id}">${text}</code></pre>
    <button type="button" class="quiet copy" data-copies="${id}" hidden>Copy</button>
  </div>`;
}

/** The style of copy blocks. The padding lets the end of a long line scroll clear of the button. */
export const COPY_BLOCK_STYLE = `
.copied { position: relative; margin-bottom: .75rem; } .copied pre { margin: 0; }
.copied code { display: inline-block; padding-inline-end: 5rem; }
.copied .copy { position: absolute; inset: .45rem .45rem auto auto; min-height: 2rem; padding: 0 .6rem;
  font-size: .8rem; background: var(--surface); }
`;
