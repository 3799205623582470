import { readFile } from 'node:fs/promises';
import { SyncHistory } from '@care-atlas/data/sync';
import { readMap } from '../src/mapping/read-map.js';
import { summaryText } from '../src/run/import-summary.js';
import { register } from '../src/sources/register.js';
import { specialists } from '../src/sources/specialists.js';
import { clinics } from '../src/sources/clinics.js';
import { ANY_REJECTS, clinicList, importFile, registrations, useImports } from './test-import.js';

const test = useImports();

const BAD_START = { independent_since: 'long ago', gender: '~' };

async function importRows(rows: string) {
  return importFile(register, await test.folder.file('list.csv', rows), test.url, ANY_REJECTS);
}

describe('a new record without what every record needs', () => {
  it('is rejected by the columns of the file, with the values in them', async () => {
    const { rejections } = await importRows(registrations(BAD_START, { location_1_address: '' }));
    expect(rejections).toMatchObject([
      { line: 2, column: 'gender, independent_since', value: '~, long ago' },
      { line: 3, column: 'location_1_address', value: '' },
    ]);
    expect(rejections[0]!.reason).toMatch(
      /needs a valid date of independent practice or graduation\. gender is "~".* independent_since is "long ago"/,
    );
    expect((await readFile(`${test.folder.path}/list.rejects.csv`, 'utf8')).split('\n')[1]).toContain(
      ',row,"gender, independent_since","~, long ago",',
    );
  });

  it('has the names that a map reads', async () => {
    const map = await readMap(
      await test.folder.file(
        'map.yaml',
        'source: register\ncolumns:\n  Since: independent_since\n  Place: location_1_address\n',
      ),
      register,
    );
    const content = registrations({ ...BAD_START, gender: '' })
      .replace('independent_since', 'Since')
      .replace('location_1_address', 'Place');
    const path = await test.folder.file('list.csv', content);
    const { rejections } = await importFile(register, path, test.url, { ...ANY_REJECTS, map });
    expect(rejections).toMatchObject([{ column: 'Since', value: 'long ago' }]);
  });

  it.each([
    ['clinics', clinics, clinicList({ type: 'Wellness hub' }), 'type', 'Wellness hub'],
    [
      'specialists',
      specialists,
      'clinic_id,specialty,wait_weeks\n7f2c1f60-6f0b-4a51-9c53-2f1f5f5d1001,Cardiology,soon\n',
      'wait_weeks',
      'soon',
    ],
  ])('names the column of the file: %s', async (_name, source, content, column, value) => {
    const path = await test.folder.file('list.csv', content);
    const { rejections } = await importFile(source, path, test.url, ANY_REJECTS);
    expect(rejections).toMatchObject([{ column, value }]);
  });

  it('counts as rejected only, and is shown once', async () => {
    const summary = await importRows(registrations(BAD_START, {}, { gender: '~' }));
    expect(summary).toMatchObject({ rejected: 1, created: 2, noted: 1 });
    expect(summary.fieldNotes).toMatchObject([{ line: 4 }]);
    expect(summary.report.notes).toEqual([{ column: 'gender', rows: 1 }]);
    const text = summaryText(summary, { next: '' });
    expect(text.match(/long ago/g)).toHaveLength(1);
    const history = await new SyncHistory(test.database).rejects(summary.runId!);
    expect(history.map(({ kind, line }) => [kind, line])).toEqual([
      ['field', 4],
      ['row', 2],
    ]);
  });
});
