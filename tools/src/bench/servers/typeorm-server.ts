import 'reflect-metadata';
import Fastify from 'fastify';
import { DataSource, EntitySchema } from 'typeorm';
import type { Parameters } from '../../queries/random-query.js';
import { type DoctorFilter, filterOf } from '../requests/doctor-filter.js';

// Applies the filter with TypeORM's query builder, entities and JSON.stringify. It has no keys, limits or validation.
// node typeorm-server.js, with DATABASE_URL and PORT

const PAGE = 25;
const text = { type: 'text' } as const;
const boolean = { type: 'boolean' } as const;
const FlatClinic = new EntitySchema<Record<string, unknown>>({
  name: 'clinic',
  tableName: 'clinics',
  columns: {
    id: { type: 'uuid', primary: true },
    name: text,
    address: text,
    lat: { type: 'double precision' },
    lng: { type: 'double precision' },
    phone: text,
    accepting: boolean,
  },
});
const FlatDoctor = new EntitySchema<Record<string, unknown>>({
  name: 'doctor',
  tableName: 'doctors',
  columns: {
    id: { type: 'integer', primary: true },
    registrationNumber: { type: 'text', name: 'registration_number' },
    name: text,
    gender: text,
    years: { type: 'integer' },
    specialties: { type: 'text', array: true },
    languages: { type: 'text', array: true },
    accepting: boolean,
    evening: boolean,
    weekend: boolean,
    wheelchair: boolean,
    virtualVisits: { type: 'boolean', name: 'virtual_visits' },
    nearTTC: { type: 'boolean', name: 'near_subway' },
    syncedAt: { type: 'timestamptz', name: 'synced_at' },
  },
  relations: {
    clinic: { type: 'many-to-one', target: 'clinic', joinColumn: { name: 'clinic_id' } },
  },
});
const database = await new DataSource({
  type: 'postgres',
  url: process.env['DATABASE_URL']!,
  entities: [FlatDoctor, FlatClinic],
  poolSize: 10,
  installExtensions: false,
}).initialize();
const server = Fastify();

server.get<{ Querystring: Parameters }>('/doctors', ({ query }) => answer(filterOf(query)));

async function answer(filter: DoctorFilter): Promise<{ doctors: object[]; total: number }> {
  const { specialties, languages, gender, minYears, maxYears, flags } = filter;
  const builder = database
    .getRepository(FlatDoctor)
    .createQueryBuilder('doctor')
    .innerJoinAndSelect('doctor.clinic', 'clinic')
    .orderBy('doctor.id')
    .limit(PAGE);
  if (specialties) builder.andWhere('doctor.specialties && :specialties', { specialties });
  if (languages) builder.andWhere('doctor.languages && :languages', { languages });
  if (gender !== undefined) builder.andWhere('doctor.gender = :gender', { gender });
  if (minYears !== undefined) builder.andWhere('doctor.years >= :minYears', { minYears });
  if (maxYears !== undefined) builder.andWhere('doctor.years <= :maxYears', { maxYears });
  for (const flag of flags) builder.andWhere(`doctor.${flag}`);
  const [doctors, total] = await builder.getManyAndCount();
  return { doctors, total };
}

await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.send?.('ready');
process.once('disconnect', () => process.exit());
