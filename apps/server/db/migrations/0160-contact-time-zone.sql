-- The zone a contact lives in, by its IANA name; null is that of the organization. Kept without a foreign list: which names there are
-- is known to the program, and a newer one knows more.
alter table contacts add column time_zone text;
alter table contacts add constraint contacts_time_zone_check check (char_length(time_zone) between 1 and 64) not valid;
