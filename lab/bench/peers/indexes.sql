create index on doctors using gin (specialties);
create index on doctors using gin (languages);
create index on doctors (gender);
create index on doctors (years);
create index on doctors (clinic_id);
create index on doctors (id) where accepting;
-- For the tuned statement: each item of a list as it is sent.
create table doctor_items (id integer primary key references doctors (id), item text not null);
insert into doctor_items select d.id, json_build_object(
    'registrationNumber', d.registration_number, 'name', d.name, 'gender', d.gender, 'years', d.years,
    'specialties', d.specialties, 'languages', d.languages, 'syncedAt', d.synced_at,
    'clinic', json_build_object('id', c.id, 'name', c.name, 'address', c.address, 'lat', c.lat, 'lng', c.lng,
      'phone', c.phone, 'accepting', c.accepting))::text
  from doctors d join clinics c on c.id = d.clinic_id;
