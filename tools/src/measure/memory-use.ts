import { doctorId } from '@care-atlas/data/doctor-id';
import { ReadModelBuilder, type ReadModelColumns } from '@care-atlas/domain/read-model';
import { sampleDirectory } from '../sample/sample-directory.js';
import { columnMemory } from './column-memory.js';

// What the read model of a sample directory takes, by column, and in all with and without its reviews:
// memory-use.js [DOCTORS]
const doctors = Number(process.argv[2] ?? 100_000);
const MEGABYTE = 1e6;

function sampleColumns(): { columns: ReadModelColumns; reviews: number } {
  const now = new Date();
  const sample = sampleDirectory({ doctors, now });
  const builder = new ReadModelBuilder({ version: 'sample', syncedAt: now });
  let reviews = 0;
  for (const clinic of sample.clinics) builder.addClinic(clinic);
  for (const doctor of sample.doctors())
    builder.addDoctor({ ...doctor, id: doctorId(doctor.registrationNumber) });
  for (const service of sample.services()) builder.addService(service);
  for (const review of sample.reviews()) {
    builder.addReview(review);
    reviews++;
  }
  return { columns: builder.columns(), reviews };
}

const { columns, reviews } = sampleColumns();
const used = columnMemory(columns);
const isOfReviews = (column: string) => /^\w+Reviews/.test(column);
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(2)} MB`.padStart(10);
const line = (what: string, bytes: number) =>
  `${what.padEnd(42)}${megabytes(bytes)}${megabytes((bytes / doctors) * 100_000)}`;
const sum = (which: typeof used) => which.reduce((bytes, column) => bytes + column.bytes, 0);

console.log(`${doctors} doctors, ${reviews} reviews: in all, and per 100,000 doctors`);
for (const { column, bytes } of used) console.log(line(column, bytes));
console.log(line('all', sum(used)));
console.log(line('all but reviews', sum(used.filter(({ column }) => !isOfReviews(column)))));
