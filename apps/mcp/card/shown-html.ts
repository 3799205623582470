import type { Html } from '@care-atlas/server/pages/html';
import { element } from './element.js';
import type { Host } from './host.js';

/**
 * Returns HTML, every value of which is escaped, as nodes. Its links open in the host; one that the host does not open
 * becomes text, to be read and copied.
 */
export function shownHtml({ text }: Html, host: Host): DocumentFragment {
  const shown = document.createRange().createContextualFragment(text);
  for (const link of shown.querySelectorAll('a')) {
    const asText = () => link.replaceWith(element('span', { class: 'plain' }, ...link.childNodes));
    // A page may have no address.
    if (!host.opensLinks || link.getAttribute('href') === '') asText();
    link.addEventListener('click', (event) => {
      event.preventDefault();
      void host.open(link.getAttribute('href')!).then((isOpen) => isOpen || asText());
    });
  }
  return shown;
}
