import { COVERAGE_SORTS, MEASURES, sortedAreas } from '@care-atlas/domain/map';
import { Button, Checkbox, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AreaCoverage } from '@care-atlas/domain/contract';
import { urlOf } from '../api/call.js';
import { queryOf } from '../api/queries.js';
import { capitalized, fill, formatNumber, formatPercent } from '../display/format.js';
import { Loaded } from '../display/loading.js';
import { Page, Panel } from '../display/page.js';
import { Note, Warnings } from '../display/values.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { choicesOf, oneOf, useUrlState } from '../lists/url-state.js';
import type { PageContentProps } from '../pages.js';
import { CoverageMap } from './coverage-map.js';
import { LOCALE } from '../language/language.js';
import { namedBy, nameOf } from '../language/names.js';
import { TEXTS } from '../language/texts.js';

const { coverage: strings } = TEXTS;

const LISTING = new Intl.ListFormat(LOCALE, { type: 'disjunction' });
const ORDER = new Intl.Collator(LOCALE);
const { columns: heads } = strings;

/** Which doctors there are in each postal area, as a map and a table. The filters are in the address, to be shared. */
export default function CoveragePage({ title }: PageContentProps) {
  const { get, set } = useUrlState();
  const filters = {
    specialty: get('specialty'),
    language: get('language'),
    accepting: get('accepting') === 'true' ? 'true' : '',
  };
  const query = useQuery(queryOf('getCoverage', { query: filters }));
  const measure = oneOf(get('shade'), MEASURES) ?? 'doctors';
  const names = (kind: 'specialty' | 'language', of: 'specialties' | 'languages') => [
    { value: '', label: strings.any },
    ...(query.data?.[of] ?? [])
      .map((value) => ({ value, label: capitalized(nameOf(kind, value)) }))
      .toSorted((a, b) => ORDER.compare(a.label, b.label)),
  ];
  const exportLink = (
    <Button
      component="a"
      href={urlOf('exportCoverage', { query: filters })}
      download
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {strings.export}
    </Button>
  );
  return (
    <Page title={title} lead={strings.lead} actions={exportLink}>
      <Panel title={strings.filters}>
        <Group align="flex-end">
          {(
            [
              ['specialty', 'specialties'],
              ['language', 'languages'],
            ] as const
          ).map(([name, of]) => (
            <NativeSelect
              key={name}
              label={strings[name]}
              data={names(name, of)}
              value={filters[name]}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
          <Checkbox
            label={strings.accepting}
            defaultChecked={filters.accepting !== ''}
            onChange={(event) => set({ accepting: event.currentTarget.checked ? 'true' : '' })}
            mb={8}
          />
        </Group>
        <Loaded query={query}>
          {({ total, interpreted, warnings }) => (
            <>
              <Note role="status" mt="sm">
                {fill(strings.total, {
                  doctors: formatNumber(total.doctors),
                  accepting: formatNumber(total.accepting),
                  notAccepting: formatNumber(total.notAccepting),
                  acceptanceUnknown: formatNumber(total.acceptanceUnknown),
                })}
              </Note>
              {interpreted.map(({ param, value, as }) => (
                <Note key={value}>
                  {fill(strings.read, { value, as: LISTING.format(as.map((name) => namedBy(param, name))) })}
                </Note>
              ))}
              <Warnings warnings={warnings} />
            </>
          )}
        </Loaded>
      </Panel>
      <Panel title={strings.map}>
        <SegmentedControl
          aria-label={strings.shade}
          data={choicesOf(strings.measures)}
          value={measure}
          onChange={(value) => set({ shade: value === 'doctors' ? '' : value })}
          mb="sm"
        />
        <Loaded query={query}>{({ areas }) => <CoverageMap areas={areas} measure={measure} />}</Loaded>
      </Panel>
      <Panel title={strings.table}>
        <Loaded query={query}>{({ areas }) => <CoverageTable areas={areas} />}</Loaded>
      </Panel>
    </Page>
  );
}

const COUNTS = ['notAccepting', 'acceptanceUnknown', 'fresh', 'stale', 'neverConfirmed'] as const;
const counted = (name: (typeof COUNTS)[number] | 'accepting') => ({
  name,
  head: heads[name],
  cell: (area: AreaCoverage) =>
    area.doctors === 0
      ? formatNumber(0)
      : fill(strings.withShare, {
          count: formatNumber(area[name]),
          share: formatPercent(Math.round((100 * area[name]) / area.doctors)),
        }),
});
const COLUMNS: readonly (Column<AreaCoverage> & { readonly name: keyof typeof heads })[] = [
  {
    name: 'area',
    head: heads.area,
    isRowHead: true,
    cell: ({ postalArea }) => postalArea || strings.areaUnknown,
  },
  { name: 'municipality', head: heads.municipality, text: 'municipality' },
  { name: 'doctors', head: heads.doctors, number: 'doctors' },
  counted('accepting'),
  ...COUNTS.map(counted),
];

function CoverageTable({ areas }: { readonly areas: readonly AreaCoverage[] }) {
  const [sort, setSort] = useState<(typeof COVERAGE_SORTS)[number]>('doctors');
  const columns = COLUMNS.map(({ name, ...column }) => {
    const by = COVERAGE_SORTS.find((each) => each === name);
    return by ? { ...column, sort: { isSorted: by === sort, onSort: () => setSort(by) } } : column;
  });
  return (
    <DataTable
      label={strings.table}
      table={{ minWidth: 980, maxHeight: 560, columns }}
      rows={sortedAreas(areas, sort)}
    />
  );
}
