-- No release has form_submissions yet, so nobody waits for the table to be written anew.
-- squawk-ignore-file adding-field-with-default, adding-not-nullable-field
-- How many people sent a form, by quarter of an hour and by day. A month of any time zone begins with a quarter; the small chart of a list reads days.
create table form_sent (
  organization_id uuid not null,
  form_id uuid not null,
  unit text not null check (unit in ('quarter', 'day')),
  -- When it begins, in UTC.
  at timestamptz not null,
  client_id uuid,
  submissions bigint not null check (submissions >= 0),
  primary key (organization_id, form_id, unit, at),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_sent_client on form_sent (organization_id, client_id);
alter table form_sent enable row level security;
alter table form_sent force row level security;
create policy tenant on form_sent to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_sent to waggle_app;

-- Who sent a form, and how often: to count the different people of a million submissions takes a second.
create table form_contacts (
  organization_id uuid not null,
  form_id uuid not null,
  contact_id uuid not null,
  client_id uuid,
  submissions bigint not null check (submissions >= 0),
  primary key (organization_id, form_id, contact_id),
  foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
);
create index form_contacts_contact on form_contacts (organization_id, contact_id);
create index form_contacts_client on form_contacts (organization_id, client_id);
alter table form_contacts enable row level security;
alter table form_contacts force row level security;
create policy tenant on form_contacts to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on form_contacts to waggle_app;

-- How many rows form_contacts has of it.
alter table forms add column contacts bigint not null default 0 check (contacts >= 0);

create function public.periods_of(moment timestamptz) returns table (unit text, at timestamptz) language sql immutable parallel safe as $$
  select 'quarter', date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00+00')
  union all
  select 'day', date_bin('1 day', moment, timestamptz '2000-01-01 00:00:00+00')
$$;

insert into form_sent (organization_id, form_id, unit, at, client_id, submissions)
select organization_id, form_id, period.unit, period.at, (array_agg(client_id))[1], count(*)
from form_submissions, public.periods_of(submitted_at) period group by 1, 2, 3, 4;
insert into form_contacts (organization_id, form_id, contact_id, client_id, submissions)
select organization_id, form_id, contact_id, (array_agg(client_id))[1], count(*)
from form_submissions where contact_id is not null group by 1, 2, 3;
update forms set contacts = known.people
from (select organization_id, form_id, count(*) as people from form_contacts group by 1, 2) known
where forms.organization_id = known.organization_id and forms.id = known.form_id;

-- By triggers of its own: an erasure deletes what is about a contact from every table that names one.
create function public.count_form_contacts() returns trigger language plpgsql as $$
begin
  update forms set contacts = forms.contacts + changed.people * case tg_op when 'INSERT' then 1 else -1 end
  from (select organization_id, form_id, count(*) as people from changed group by 1, 2) changed
  where forms.organization_id = changed.organization_id and forms.id = changed.form_id;
  return null;
end
$$;
create trigger count_more after insert on form_contacts referencing new table as changed
  for each statement execute function public.count_form_contacts();
create trigger count_fewer after delete on form_contacts referencing old table as changed
  for each statement execute function public.count_form_contacts();

-- For each statement and not for each row: a drain writes hundreds at once.
create function public.count_sent_submissions() returns trigger language plpgsql as $$
begin
  insert into form_sent as known (organization_id, form_id, unit, at, client_id, submissions)
  select organization_id, form_id, period.unit, period.at, (array_agg(client_id))[1], count(*)
  from sent, public.periods_of(submitted_at) period group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (organization_id, form_id, unit, at) do update set submissions = known.submissions + excluded.submissions;
  insert into form_contacts as known (organization_id, form_id, contact_id, client_id, submissions)
  select organization_id, form_id, contact_id, (array_agg(client_id))[1], count(*)
  from sent where contact_id is not null group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, form_id, contact_id) do update set submissions = known.submissions + excluded.submissions;
  return null;
end
$$;
create trigger count_sent after insert on form_submissions referencing new table as sent
  for each statement execute function public.count_sent_submissions();

-- The form is held first, as the drain holds it: whoever holds a counter and waits for the form would wait for each other.
create or replace function public.count_erased_submissions() returns trigger language plpgsql as $$
begin
  perform from forms where (organization_id, id) in (select organization_id, form_id from erased) order by id for no key update;
  -- Of a form that is deleted itself everything goes with it.
  if not found then return null; end if;
  update form_versions set submissions = greatest(submissions - gone.less, 0)
  from (select organization_id, form_id, version, count(*) as less from erased group by 1, 2, 3) gone
  where form_versions.organization_id = gone.organization_id and form_versions.form_id = gone.form_id
    and form_versions.version = gone.version;
  update form_sent set submissions = form_sent.submissions - gone.less
  from (
    select organization_id, form_id, period.unit, period.at, count(*) as less
    from erased, public.periods_of(submitted_at) period group by 1, 2, 3, 4) gone
  where form_sent.organization_id = gone.organization_id and form_sent.form_id = gone.form_id
    and form_sent.unit = gone.unit and form_sent.at = gone.at;
  update form_contacts set submissions = form_contacts.submissions - gone.less
  from (
    select organization_id, form_id, contact_id, count(*) as less
    from erased where contact_id is not null group by 1, 2, 3) gone
  where form_contacts.organization_id = gone.organization_id and form_contacts.form_id = gone.form_id
    and form_contacts.contact_id = gone.contact_id;
  delete from form_contacts using (select distinct organization_id, form_id, contact_id from erased) gone
  where form_contacts.organization_id = gone.organization_id and form_contacts.form_id = gone.form_id
    and form_contacts.contact_id = gone.contact_id and form_contacts.submissions = 0;
  update forms set submissions = greatest(forms.submissions - gone.less, 0)
  from (select organization_id, form_id, count(*) as less from erased group by 1, 2) gone
  where forms.organization_id = gone.organization_id and forms.id = gone.form_id;
  return null;
end
$$;

-- A merge gives submissions to another contact, and one that waited for a place gets its own.
create function public.count_moved_submissions() returns trigger language plpgsql as $$
begin
  -- Not by a join: a plan that was made for one row takes hours for a hundred thousand.
  if not exists (select organization_id, form_id, id, contact_id from became except select organization_id, form_id, id, contact_id from was)
  then return null; end if;
  perform from forms where (organization_id, id) in (select organization_id, form_id from was) order by id for no key update;
  with changed as (
    select organization_id, form_id, contact_id, (array_agg(client_id))[1] as client_id, sum(more) as more
    from (
      select organization_id, form_id, contact_id, client_id, 1 as more from became
      union all
      select organization_id, form_id, contact_id, client_id, -1 from was) each
    where contact_id is not null group by 1, 2, 3 having sum(more) <> 0),
  fewer as (
    update form_contacts set submissions = form_contacts.submissions + changed.more from changed
    where changed.more < 0 and form_contacts.organization_id = changed.organization_id
      and form_contacts.form_id = changed.form_id and form_contacts.contact_id = changed.contact_id)
  insert into form_contacts as known (organization_id, form_id, contact_id, client_id, submissions)
  select organization_id, form_id, contact_id, client_id, more from changed where more > 0 order by 1, 2, 3
  on conflict (organization_id, form_id, contact_id) do update set submissions = known.submissions + excluded.submissions;
  delete from form_contacts using (select distinct organization_id, form_id, contact_id from was) gone
  where form_contacts.organization_id = gone.organization_id and form_contacts.form_id = gone.form_id
    and form_contacts.contact_id = gone.contact_id and form_contacts.submissions = 0;
  return null;
end
$$;
create trigger count_moved after update on form_submissions referencing old table as was new table as became
  for each statement execute function public.count_moved_submissions();

-- The words of an answer as a person would look for them.
create function public.answer_words(content text) returns text[] language sql immutable parallel safe as $$
  select public.words_in(translate(content, E'\n\r\t,;:!?"/\\', '           '))
$$;
-- Every word after the end of the form's id: the index then reads the postings of one form. 10,000 characters and 60 of a word keep the
-- column far below the megabyte beyond which PostgreSQL would refuse the row, and with it what somebody sent.
create function public.submission_words(form_id uuid, answers json) returns tsvector language plpgsql immutable parallel safe as $$
declare
  mark text := right(form_id::text, 8) || '_';
  content text;
begin
  select left(string_agg(value #>> '{}', ' '), 10000) into content from json_each(answers) where json_typeof(value) = 'string';
  return array_to_tsvector(array(select mark || left(word, 60) from unnest(public.answer_words(content)) word));
end
$$;
-- Every word typed begins a word of the answers; null where nothing of it is a word.
create function public.submission_query(form_id uuid, typed text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(right(form_id::text, 8) || '_' || left(word, 60), '''', '''''') || ''':*', ' & ')::tsquery
  from unnest(public.answer_words(typed)) word
$$;
alter table form_submissions
  add column search_words tsvector not null generated always as (public.submission_words(form_id, answers)) stored;

-- Behind a policy `@@` reaches no index, as of contacts: this function does, owned by a role that can read these columns alone, and answers places
-- in the list; the rows are then read through the policy.
grant waggle_search to current_user;
grant usage, create on schema public to waggle_search;
grant select (organization_id, client_id, form_id, submitted_at, id, search_words) on form_submissions to waggle_search;
create policy search on form_submissions for select to waggle_search using (true);
create function public.form_submission_matches(form uuid, typed text, most int) returns table (submitted_at timestamptz, id uuid)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  -- Compared by an operator that no index knows, so that the words alone choose the index.
  return query execute
    'select submitted_at, id from form_submissions
     where organization_id is not distinct from $1 and form_id is not distinct from $2 and ($3 is null or client_id = $3) and search_words @@ $4 limit $5'
    using nullif(current_setting('app.organization_id', true), '')::uuid, form, nullif(current_setting('app.client_id', true), '')::uuid,
      public.submission_query(form, typed), most;
end
$$;
revoke all on function public.form_submission_matches(uuid, text, int) from public;
grant execute on function public.form_submission_matches(uuid, text, int) to waggle_app;
alter function public.form_submission_matches(uuid, text, int) owner to waggle_search;
revoke create on schema public from waggle_search;
