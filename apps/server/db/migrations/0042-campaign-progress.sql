-- How many of a campaign's ledger are in each state, kept by every statement that writes the ledger: a list counts no ledger.
-- Writers add rows and never wait for each other; a worker folds them into one row for each state.
-- `retryable` stands beside the states and counts those who failed for a passing reason.
alter table campaigns
  -- Counted since its first row; older ones are counted when they are looked at.
  add column counts_kept boolean not null default false;

create table campaign_progress (
  organization_id uuid not null,
  id uuid not null default new_id(),
  campaign_id uuid not null,
  -- Of the contacts.
  client_id uuid,
  state text not null check (char_length(state) <= 20),
  people bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
);
create unique index campaign_progress_state on campaign_progress (organization_id, campaign_id, state, client_id) nulls not distinct;
alter table campaign_progress set (fillfactor = 50);
alter table campaign_progress enable row level security;
alter table campaign_progress force row level security;
create policy tenant on campaign_progress to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaign_progress to waggle_app;

create table campaign_progress_deltas (
  -- No keys: the check of one would lock the row of the organization or the campaign in every write of a ledger.
  organization_id uuid not null,
  id uuid not null default new_id(),
  campaign_id uuid not null,
  client_id uuid,
  state text not null check (char_length(state) <= 20),
  people bigint not null,
  primary key (organization_id, id)
);
create index campaign_progress_deltas_campaign on campaign_progress_deltas (organization_id, campaign_id);
-- Rows live for a second or two.
alter table campaign_progress_deltas set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
alter table campaign_progress_deltas enable row level security;
alter table campaign_progress_deltas force row level security;
create policy tenant on campaign_progress_deltas to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, delete on campaign_progress_deltas to waggle_app;
create policy sweep on campaign_progress_deltas for select to waggle_sweep using (true);
grant select (organization_id, campaign_id) on campaign_progress_deltas to waggle_sweep;

create function public.count_added_sends() returns trigger language plpgsql as $$
begin
  insert into public.campaign_progress_deltas (organization_id, campaign_id, client_id, state, people)
  select organization_id, campaign_id, client_id, state, count(*) from added group by 1, 2, 3, 4
  union all
  select organization_id, campaign_id, client_id, 'retryable', count(*) from added where state = 'failed' and retryable group by 1, 2, 3;
  return null;
end
$$;
create function public.count_changed_sends() returns trigger language plpgsql as $$
begin
  insert into public.campaign_progress_deltas (organization_id, campaign_id, client_id, state, people)
  select organization_id, campaign_id, client_id, state, sum(people) from (
    select organization_id, campaign_id, client_id, state, 1 as people from after
    union all select organization_id, campaign_id, client_id, state, -1 from before
    union all select organization_id, campaign_id, client_id, 'retryable', 1 from after where state = 'failed' and retryable
    union all select organization_id, campaign_id, client_id, 'retryable', -1 from before where state = 'failed' and retryable
  ) moved group by 1, 2, 3, 4 having sum(people) <> 0;
  return null;
end
$$;
-- No trigger for deletes: rows go with their month or with their organization, and nobody looks at the figures of either.
create trigger count_added after insert on campaign_sends referencing new table as added
  for each statement execute function public.count_added_sends();
create trigger count_changed after update on campaign_sends referencing old table as before new table as after
  for each statement execute function public.count_changed_sends();
