-- The figures of a campaign by link. Rows that are there passed the narrower check before, so none has to be looked at again.
alter table stat_days drop constraint stat_days_part_check;
alter table stat_days add constraint stat_days_part_check check (part in ('all', 'device', 'country', 'link')) not valid;
