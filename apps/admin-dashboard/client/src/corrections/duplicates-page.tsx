import { Stack } from '@mantine/core';
import { listPage } from '../lists/list-page.js';
import { Decided } from './decided.js';
import { DuplicateCluster } from './duplicate-cluster.js';
import { TEXTS } from '../language/texts.js';

const { corrections: common } = TEXTS;
const { duplicates: strings } = common;

/** Clinics that are likely the same, side by side, and what was decided about others. */
export default listPage('listDuplicates', 'clusters', {
  lead: strings.lead,
  title: strings.pairs,
  mayNot: common.mayNot,
  pages: strings.pages,
  empty: { title: strings.empty, hint: strings.emptyHint },
  Rows: ({ rows: clusters }) => (
    <Stack>
      {clusters.map((cluster) => (
        <DuplicateCluster key={cluster.clinics.map(({ id }) => id).join()} cluster={cluster} />
      ))}
    </Stack>
  ),
  Below: () => (
    <Decided
      title={strings.decided}
      lead={strings.decidedLead}
      empty={strings.decidedEmpty}
      kinds={{ merge: common.kinds.merge, apart: common.kinds.apart }}
    />
  ),
});
