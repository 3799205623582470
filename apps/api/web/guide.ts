import { copyOnClick, showCopyButtons } from './parts/copy-button.js';

showCopyButtons(document);
copyOnClick(document.body);
