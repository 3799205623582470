import { copyOnClick, showCopyButtons } from './parts/copy-button.js';
import { tryOperation } from './parts/try-operation.js';

const CONFIRMATION_MS = 1_500;

showCopyButtons(document);
copyOnClick(document.body);
const copyMarkdown = document.querySelector<HTMLButtonElement>('#copy-markdown');
if (copyMarkdown && 'clipboard' in navigator) {
  const label = copyMarkdown.textContent;
  copyMarkdown.hidden = false;
  copyMarkdown.addEventListener('click', () => {
    void fetch(copyMarkdown.dataset['source']!)
      .then((response) => response.text())
      .then((markdown) => navigator.clipboard.writeText(markdown))
      .then(() => {
        copyMarkdown.textContent = 'Copied';
        setTimeout(() => (copyMarkdown.textContent = label), CONFIRMATION_MS);
      });
  });
}
tryOperation(document);
