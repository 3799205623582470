import { IMPORT_SOURCES } from '@care-atlas/domain/records';
import { profileNames, readMap } from '../mapping/read-map.js';
import { SOURCES } from './source-table.js';

it('the sources are those that can be uploaded, in the same order and with the same options', async () => {
  expect(SOURCES.map(({ name }) => name)).toEqual(Object.keys(IMPORT_SOURCES));
  const profiles = await profileNames();
  for (const source of SOURCES) {
    const readable: string[] = [];
    for (const profile of profiles) {
      await readMap(profile, source).then(
        () => readable.push(profile),
        () => undefined,
      );
    }
    const options = {
      canBeComplete: source.complete !== undefined,
      mayConfirm:
        source.confirms === undefined ? 'none' : IMPORT_SOURCES[source.name as 'clinics'].mayConfirm,
      isAlwaysComplete: source.removesRecords === true && source.complete === undefined,
      asksForAgency: source.agency !== undefined,
      hasLists: !['stations', 'odhf'].includes(source.name),
      profiles: readable,
    };
    expect([source.name, options]).toEqual([
      source.name,
      IMPORT_SOURCES[source.name as keyof typeof IMPORT_SOURCES],
    ]);
  }
});
