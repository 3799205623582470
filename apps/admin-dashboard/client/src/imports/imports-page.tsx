import type { ImportList } from '#contract/imports/imports';
import { useMay } from '../api/queries.js';
import { Empty } from '../display/loading.js';
import { Panel } from '../display/page.js';
import { PageLink } from '../display/page-link.js';
import { Note } from '../display/values.js';
import { withNote } from '../lists/data-table.js';
import { listPage } from '../lists/list-page.js';
import { TEXTS } from '../language/texts.js';
import { ImportBadge } from './import-badge.js';
import { UploadPanel } from './upload-form.js';

const { imports: strings } = TEXTS;

const POLL_MS = 5_000;

/** Files that were uploaded to be imported, and a form for another one. */
export default listPage('listImports', 'imports', {
  lead: strings.lead,
  title: strings.list,
  limit: 50,
  Above: Upload,
  refresh: () => POLL_MS,
  empty: { title: strings.empty, hint: strings.emptyHint },
  table: {
    minWidth: 640,
    columns: [
      {
        head: strings.file,
        isRowHead: true,
        cell: ({ id, fileName, source }) =>
          withNote(
            <PageLink to={`/imports/${id}`} className="broken" label={fileName} />,
            strings.sources[source],
          ),
      },
      { head: strings.state, cell: ({ state }) => <ImportBadge state={state} /> },
      { head: strings.uploaded, time: 'uploadedAt' },
      { head: strings.by, text: 'uploadedBy' },
    ],
  },
});

function Upload({ answer: { maxBytes } }: { readonly answer: ImportList }) {
  const mayUpload = useMay('operator');
  if (maxBytes === null) {
    return (
      <Panel title={strings.upload}>
        <Empty title={strings.off} hint={strings.offHint} />
      </Panel>
    );
  }
  return mayUpload ? <UploadPanel maxBytes={maxBytes} /> : <Note>{strings.mayNot}</Note>;
}
