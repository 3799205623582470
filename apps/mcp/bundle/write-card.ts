import { writeFile } from 'node:fs/promises';
import { CARD_MODULE, cardModule } from './card-page.js';

await writeFile(CARD_MODULE, await cardModule());
