-- The picture of a person, as a file with a public address. The rule that removes the person removes the file; no key, because a
-- sweep of files that nobody keeps must not wait for members.
alter table members
  add column photo_id uuid,
  -- The last part of its address, so that lists need no second look.
  add column photo_name text check (photo_name ~ '^[A-Za-z0-9_-]{24}\.[a-z]{3,4}$');
