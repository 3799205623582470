import type { SourceRecord } from '@care-atlas/domain/records';
import type { ClientBase } from 'pg';
import { CORRECTIONS } from '@care-atlas/domain/records';

type Facts = Pick<SourceRecord, 'publisher' | 'licence' | 'attribution'>;

/** What is known of the sources of this project, where the operator states nothing else. */
const SHIPPED: Readonly<Record<string, Facts>> = {
  odhf: {
    publisher: 'Statistics Canada',
    licence: 'Open Government Licence – Canada',
    attribution: 'Contains information licensed under the Open Government Licence – Canada.',
  },
  register: { publisher: 'Provincial registration authority', licence: '', attribution: '' },
  sample: {
    publisher: 'Care Atlas',
    licence: '',
    attribution: 'Invented data; stations © OpenStreetMap contributors, ODbL 1.0',
  },
  stations: {
    publisher: 'OpenStreetMap contributors',
    licence: 'ODbL 1.0',
    attribution: '© OpenStreetMap contributors, ODbL 1.0',
  },
};
const UNKNOWN: Facts = { publisher: '', licence: '', attribution: '' };

type SourceRow = Pick<SourceRecord, 'name' | 'retrievedAt'> & {
  readonly [Fact in keyof Facts]: string | null;
};

/**
 * Returns the sources that were imported, by name, each with the time of its newest extract. Corrections are no source. When
 * real data has replaced the sample, the stations of the sample are left.
 */
export async function dataSources(client: ClientBase): Promise<readonly SourceRecord[]> {
  const { rows } = await client.query<SourceRow>(
    `select latest.source as name, publisher, licence, attribution, retrieved_at as "retrievedAt"
    from (
      select source, max(coalesce(extracted_at, started_at)) as retrieved_at
      from (
        select case when source = 'sample' and not exists (select from clinic where origin = 'sample')
          then 'stations' else source end as source, extracted_at, started_at
        from sync_run where status = 'succeeded' and source <> '${CORRECTIONS}' and not exists (
            select from source where name = sync_run.source and forgotten_at >= started_at)
      ) run group by source
    ) latest left join source on source.name = latest.source
    order by latest.source collate "C"`,
  );
  return rows.map(({ name, retrievedAt, ...stated }) => {
    const { publisher, licence, attribution } = SHIPPED[name] ?? UNKNOWN;
    return {
      name,
      publisher: stated.publisher ?? publisher,
      licence: stated.licence ?? licence,
      attribution: stated.attribution ?? attribution,
      retrievedAt,
    };
  });
}
