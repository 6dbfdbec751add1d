-- The installation's own connection is used by every organization: its pace is one row for all, and says nothing of any.
create table installation_budgets (
  key text primary key check (char_length(key) <= 300),
  tokens double precision not null,
  refilled_at timestamptz not null default now(),
  rate double precision not null check (rate > 0),
  paused_until timestamptz,
  last_reply text check (char_length(last_reply) <= 300)
);
alter table installation_budgets set (fillfactor = 50);
grant select, insert, update on installation_budgets to waggle_app;

-- A worker that sends asks every moment which campaigns were cancelled, and whose connections changed.
grant select (cancelled_at) on campaigns to waggle_sweep;
create policy sweep on smtp_connections for select to waggle_sweep using (true);
grant select (organization_id, updated_at) on smtp_connections to waggle_sweep;

-- By its id a mail is found in all months. The id stands first: behind the organization, this index looked to a planner
-- without statistics like a good way to the rows of a campaign, and was read from end to end for every batch of ten.
-- The ledger comes with the same release, and what is partitioned knows no way to do this beside the traffic.
-- squawk-ignore require-concurrent-index-deletion
drop index campaign_sends_id;
-- squawk-ignore require-concurrent-index-creation
create unique index campaign_sends_id on campaign_sends (id, organization_id, campaign_month);
