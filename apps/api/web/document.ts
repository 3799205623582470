import { confirmCopy, copyOnClick, showCopyButtons } from './parts/copy-button.js';
import { searchDocuments } from './parts/search-documents.js';
import { searchOnKey } from './parts/search-key.js';
import { tryOperation } from './parts/try-operation.js';

showCopyButtons(document);
copyOnClick(document.body);
const copyMarkdown = document.querySelector<HTMLButtonElement>('#copy-markdown');
if (copyMarkdown && 'clipboard' in navigator) {
  copyMarkdown.hidden = false;
  copyMarkdown.addEventListener('click', () => {
    void fetch(copyMarkdown.dataset['source']!)
      .then((response) => response.text())
      .then((markdown) => navigator.clipboard.writeText(markdown))
      .then(() => confirmCopy(copyMarkdown));
  });
}
tryOperation(document);
searchOnKey(document);
searchDocuments(document);
