-- The rows of doctors.
select
    row_number() over (order by d.search_name collate "C", d.registration_number collate "C"),
    d.registration_number, d.name, d.gender,
    extract(year from age((now() at time zone 'UTC')::date, d.practising_since))::integer,
    array(select n.name from doctor_specialty h join specialty n on n.id = h.specialty_id
      where h.registration_number = d.registration_number order by h.position),
    array(select n.name from doctor_language h join language n on n.id = h.language_id
      where h.registration_number = d.registration_number order by h.position),
    coalesce(c.accepting, false),
    exists (select from opening_interval o
      where o.clinic_id = c.id and o.weekday between 1 and 5 and o.closes > 17 * 60),
    exists (select from opening_interval o where o.clinic_id = c.id and o.weekday in (6, 7)),
    coalesce(c.wheelchair, false), coalesce(c.virtual_visits, false), c.near_subway,
    c.id, d.synced_at
  from doctor d join clinic c on c.id = d.primary_clinic_id
  where d.expired_at is null
