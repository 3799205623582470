import { formatOf } from '@care-atlas/server/pages/format';

export const format = formatOf('fr-CA');
