import type { SourceRecord } from '../records/source.js';

/** The sources of the places that the directory itself has, as their licenses ask to name them. */
export const SHIPPED_SOURCES: readonly SourceRecord[] = [
  {
    name: 'crossings',
    publisher: 'TTC, York Region Transit, MiWay, Brampton Transit, Metrolinx',
    licence:
      "Open Government Licence – Toronto; YRT's Open Data Licence; City of Mississauga open data terms of use; CC BY 4.0; Metrolinx's terms of use",
    attribution:
      "Contains information licensed under the Open Government Licence – Toronto. Contains public transit Information made available under YRT's Open Data Licence. Contains data of MiWay (City of Mississauga) and Brampton Transit (CC BY 4.0). Data used in this product or service is provided with the permission of Metrolinx. Metrolinx makes no representations or warranties of any kind, express or implied, with respect to the Data and assumes no responsibility for the accuracy or currency of the data used in this product or service.",
    retrievedAt: new Date('2026-08-01T00:00:00Z'),
  },
  {
    name: 'places',
    publisher: 'GeoNames, Statistics Canada, OpenStreetMap contributors',
    licence: 'CC BY 4.0; Open Government Licence – Canada; Statistics Canada Open Licence; ODbL 1.0',
    attribution:
      'Places: GeoNames (geonames.org), CC BY 4.0. Contains information licensed under the Open Government Licence – Canada. Municipalities: Statistics Canada, 2021 Census boundary files; this does not constitute an endorsement by Statistics Canada of this product. Subway stations: © OpenStreetMap contributors, ODbL 1.0.',
    retrievedAt: new Date('2026-08-01T00:00:00Z'),
  },
];

/** Maps that are measured from crossings name them. */
export const CROSSING_PUBLISHERS = SHIPPED_SOURCES.find(({ name }) => name === 'crossings')!.publisher;
