-- From this moment on the organization is gone for everybody, and a job deletes its rows in batches.
alter table organizations add column deleting_since timestamptz;

-- Stops what works without a person: sending and public links. Here and not in the code of accounts, which may not know
-- the features behind it. Links in batches, because one statement over all of them could exceed the limit of a statement; answers how many it ended.
create function public.stop_organization(stopped uuid, most int) returns bigint language plpgsql as $$
declare
  ended bigint;
begin
  update campaigns set status = 'PAUSED', updated_at = now() where organization_id = stopped and status = 'ACTIVE';
  delete from invitations where organization_id = stopped;
  update link_targets set is_active = false where short_code in (
    select short_code from link_targets where organization_id = stopped and is_active limit most);
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Who empties append-only tables and caches of an organization that is being deleted, and sees no other. Without it their
-- rows could only go with the organization's own row, all in one statement.
do $$
begin
  if not exists (select from pg_roles where rolname = 'waggle_erase') then
    create role waggle_erase nologin;
  end if;
end
$$;
grant waggle_erase to waggle_app;
grant usage on schema public to waggle_erase;
create policy erase on organizations for select to waggle_erase
  using (id = nullif(current_setting('app.organization_id', true), '')::uuid and deleting_since is not null);
grant select (id, deleting_since) on organizations to waggle_erase;
do $$
declare
  name text;
begin
  foreach name in array array['outbox_events', 'outbox_deliveries', 'suppressions', 'audit_log', 'contact_batches', 'contact_tallies',
    'tag_counts', 'campaign_contents', 'campaign_links', 'campaign_exclusions', 'campaign_acknowledgements', 'qr_code_targets', 'link_targets'] loop
    execute format('create policy erase on %I to waggle_erase using (organization_id = (select id from organizations))', name);
    execute format('grant select, delete on %I to waggle_erase', name);
  end loop;
end
$$;

-- Deletions nobody works on any more are found by their rows, and an edge forgets the links of mails.
create policy sweep on organizations for select to waggle_sweep using (deleting_since is not null);
grant select (id, deleting_since) on organizations to waggle_sweep;
create policy edge on organizations for select to waggle_edge using (deleting_since is not null);
grant select (id, deleting_since) on organizations to waggle_edge;
