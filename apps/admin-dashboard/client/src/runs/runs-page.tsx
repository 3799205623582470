import { listPage } from '../lists/list-page.js';
import { TEXTS } from '../language/texts.js';
import { RUNS } from './run-table.js';

const { runs: strings } = TEXTS;

/** Every run, also those that changed nothing or failed. */
export default listPage('listRuns', 'runs', {
  lead: strings.lead,
  title: strings.newest,
  pages: strings.pages,
  empty: { title: strings.empty, hint: strings.emptyHint },
  table: RUNS,
});
