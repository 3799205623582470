import { Html, html } from '@care-atlas/server/pages/html';

/**
 * Text to take away. Beside it stands a button, hidden until a script can copy.
 * @param id of the text, once on its page
 * @param label what the text is, for those who cannot see it
 */
export function copyable(id: string, label: string, text: string): Html {
  return html`<div class="copied">
    <pre tabindex="0" aria-label="${label}"><code id="${id}">${text}</code></pre>
    <button type="button" class="quiet copy" data-copies="${id}" hidden>Copy</button>
  </div>`;
}

/** What it looks like. The end of a long line can be scrolled out from under the button. */
export const COPYABLE_STYLE = `
.copied { position: relative; margin-bottom: .75rem; } .copied pre { margin: 0; }
.copied code { display: inline-block; padding-inline-end: 5rem; }
.copied .copy { position: absolute; inset: .45rem .45rem auto auto; min-height: 2rem; padding: 0 .6rem;
  font-size: .8rem; background: var(--surface); }
`;
