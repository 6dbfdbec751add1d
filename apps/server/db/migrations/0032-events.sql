-- Kinds of events belong to the features that declare them. A list in the database would refuse what a newer process
-- writes while an older one still runs.
alter table inbox_events drop constraint inbox_events_kind_check;
alter table inbox_events add constraint inbox_events_kind_check check (char_length(kind) between 1 and 40) not valid;
alter table engagement_events drop constraint engagement_events_kind_check;
alter table engagement_events add constraint engagement_events_kind_check check (char_length(kind) between 1 and 40) not valid;

-- Rows that are events are read in the order in which their transactions ended: which transaction wrote a row, and which
-- number it has among all. Rows from before have neither and are no events. Numbers follow the locks a writer holds, so two
-- changes of one contact have theirs in the order in which they were made.
create sequence event_row_numbers;
grant usage, select on sequence event_row_numbers to waggle_app;
alter table contact_activity add column written_in bigint, add column written_no bigint;
alter table contact_activity
  alter column written_in set default (pg_current_xact_id()::text::bigint),
  alter column written_no set default nextval('event_row_numbers');
alter table engagement_events add column written_in bigint, add column written_no bigint;
alter table engagement_events
  alter column written_in set default (pg_current_xact_id()::text::bigint),
  alter column written_no set default nextval('event_row_numbers');

-- Whose rows are new, over all organizations: of which kind, and nothing of what they say.
create policy sweep on contact_activity for select to waggle_sweep using (true);
grant select (organization_id, type, written_in, written_no) on contact_activity to waggle_sweep;
create policy sweep on engagement_events for select to waggle_sweep using (true);
grant select (organization_id, kind, written_in, written_no) on engagement_events to waggle_sweep;

-- Who reads rows as events, since when, and up to where nobody has anything left to read. No tenant data.
create table event_readers (
  subscriber text not null check (char_length(subscriber) <= 100),
  source text not null check (char_length(source) <= 40),
  -- What had ended by then is no event for this subscriber.
  began pg_snapshot not null,
  swept pg_snapshot not null,
  -- Rows up to this number are no events either: a database that was restored from a dump counts its transactions anew.
  floor_no bigint not null default 0,
  primary key (subscriber, source)
);
grant select, insert, update on event_readers to waggle_app;

-- How far a subscriber has read the rows of one organization.
create table event_cursors (
  organization_id uuid not null references organizations on delete cascade,
  subscriber text not null check (char_length(subscriber) <= 100),
  source text not null check (char_length(source) <= 40),
  -- Everything that had ended by then is read.
  seen pg_snapshot not null,
  -- What has ended since and by then is being read, up to the row with this number.
  reading pg_snapshot,
  last_no bigint not null default 0,
  primary key (organization_id, subscriber, source)
);
alter table event_cursors enable row level security;
alter table event_cursors force row level security;
create policy tenant on event_cursors to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and coalesce(current_setting('app.client_limit', true), '') = ''
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and coalesce(current_setting('app.client_limit', true), '') = ''
  );
grant select, insert, update, delete on event_cursors to waggle_app;
