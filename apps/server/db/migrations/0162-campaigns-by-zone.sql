-- The time on the clock counts where each contact lives. `scheduled_at` is then when the first zone of the world gets to it, and
-- `scheduled_local` and `scheduled_zone` are the time and the zone of those whose own is unknown.
alter table campaigns add column each_zone boolean not null default false;
