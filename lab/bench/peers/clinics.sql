-- The rows of clinics.
select id, name, address, lat, lng, phone, coalesce(accepting, false)
  from clinic where closed_at is null
