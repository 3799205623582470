import { copyOnClick, offerCopies } from './parts/copy-button.js';

offerCopies(document);
copyOnClick(document.body);
