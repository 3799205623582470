import type { EvidenceMethod } from '../records/evidence.js';
import { type ClinicHours, type ClinicStatement, fuseClinic } from './fuse-clinic.js';

const DOUBTFUL: ClinicHours = { spans: [], note: 'The hours of the source are not plausible: "9-9".' };
const KNOWN: ClinicHours = { spans: [{ weekday: 1, opens: 540, closes: 1020 }], note: '' };

function statement(
  source: string,
  method: EvidenceMethod,
  hours: ClinicHours,
  since: number,
): ClinicStatement {
  const said = <Value>(value: Value) => ({ value, since, until: since });
  return {
    source,
    key: source,
    method,
    listed: said(true),
    firstListed: since,
    fields: { hours: said(hours), origin: said('clinic') },
  };
}

it('doubtful hours do not take the place of those of another source', () => {
  const doubtful = statement('clinics', 'clinic_attested', DOUBTFUL, 2);
  const known = statement('other', 'open_data', KNOWN, 1);
  const { fields, from } = fuseClinic([doubtful, known]);
  expect(fields.hours).toEqual(KNOWN);
  expect(from.hours?.source).toBe('other');
  expect(fuseClinic([doubtful]).fields.hours).toEqual(DOUBTFUL);
});
