import { formatNumber } from '../display/format.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { ACCEPTANCE, type ClinicSpot, type FacetValue, FRESHNESS } from './clinic-facets.js';
import { strings } from './strings.js';

/** Shows the exact counts of the map, which screen readers cannot read from the picture. */
export function MapTable({ spots }: { readonly spots: readonly ClinicSpot[] }) {
  const count = (acceptance: string, freshness?: string) =>
    formatNumber(
      spots.filter(
        (spot) => spot.acceptance === acceptance && (freshness === undefined || spot.freshness === freshness),
      ).length,
    );
  const columns: Column<FacetValue>[] = [
    { head: strings.newPatients, cell: ({ name }) => name, isRowHead: true },
    ...FRESHNESS.map(({ id, name }) => ({
      head: name,
      cell: (acceptance: FacetValue) => count(acceptance.id, id),
    })),
    { head: strings.total, cell: ({ id }) => count(id), cellProps: { fw: 600 } },
  ];
  return (
    <DataTable
      label={strings.table}
      minWidth={520}
      columns={columns}
      rows={ACCEPTANCE}
      rowKey={({ id }) => id}
    />
  );
}
