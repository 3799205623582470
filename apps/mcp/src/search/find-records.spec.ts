import { FULL_SIZES } from '@care-atlas/domain/access';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { unconnectedFeed } from '../../../../libs/data/test/unconnected-feed.js';
import { NOW } from '../../../../libs/domain/test/builders.js';
import { testModel, testRecords } from '../../test/directory-records.js';
import { localReader } from '../directory/directory-reader.js';
import { findRecords } from './find-records.js';

/** Two doctors of the first clinic: the name of one is a part of the other's. */
const NAMES = new Map([
  [0, 'Dr. Wei Li'],
  [12, 'Dr. Ali Noor'],
]);

it.each(['Dr. Li', 'Dr. Li at Birchmount Family Health 0 (sample)'])(
  '“%s” finds who has this name as a whole word',
  async (question) => {
    const records = testRecords();
    const doctors = records.doctors.map((doctor, i) => ({ ...doctor, name: NAMES.get(i) ?? doctor.name }));
    const model = buildReadModel(testModel(), { ...records, doctors });
    const reads = new Directory(
      () => model,
      () => NOW,
    );
    const call = { directory: localReader(reads, unconnectedFeed()), sizes: FULL_SIZES, clock: () => NOW };
    const { found } = await findRecords(question, call);
    expect(found.flatMap((each) => each.doctors ?? []).map(({ name }) => name)).toEqual(['Dr. Wei Li']);
  },
);
