import { Html, html } from '@care-atlas/server/pages/html';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import type { ActionTexts } from '../texts/en/actions.js';

// Each has the names by which blocks call it as aliases, such as `sh`, `js` or `html`.
const LANGUAGES = { bash, css, http, ini, java, javascript, json, python, typescript, xml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/**
 * Renders text below a head with a copy button, which stays hidden until a script shows it.
 * @param id the element id of the text, unique on its page
 * @param label describes the text
 * @param code the language of the text; one that is not known has no colors
 */
export function copyBlock(
  id: string,
  label: string,
  text: string,
  { copy, copied }: Pick<ActionTexts, 'copy' | 'copied'>,
  code = '',
): Html {
  return html`<div class="copied">
    <p class="head"><span>${label}</span>
      <button type="button" class="quiet copy scripted" data-copies="${id}" data-copied="${copied}" hidden>${copy}</button></p>
    <pre tabindex="0" aria-label="${label}"><code id="${id}">${colored(text, code)}</code></pre>
  </div>`;
}

function colored(text: string, language: string): Html | string {
  return hljs.getLanguage(language)
    ? new Html(hljs.highlight(text, { language, ignoreIllegals: true }).value)
    : text;
}
