-- The directory in tables made for the comparison: the facts of the clinic copied to the doctor, years of practice as
-- a number, the order of lists as the id, and indexes on what is filtered.
create table clinics (
  id uuid primary key,
  name text not null,
  address text not null,
  lat double precision not null,
  lng double precision not null,
  phone text not null,
  accepting boolean not null
);
create table doctors (
  id integer primary key,
  registration_number text not null unique,
  name text not null,
  gender text not null,
  years integer not null,
  specialties text[] not null,
  languages text[] not null,
  accepting boolean not null,
  evening boolean not null,
  weekend boolean not null,
  wheelchair boolean not null,
  virtual_visits boolean not null,
  near_subway boolean not null,
  clinic_id uuid not null references clinics (id),
  synced_at timestamptz not null
);
