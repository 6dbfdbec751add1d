-- Which live automations a plan with a limit lets people edit: the oldest, of the whole organization. Whoever is limited to one client does not
-- see the automations of others, so this function answers, owned by a role that can read these columns alone.
grant waggle_search to current_user;
grant usage, create on schema public to waggle_search;
grant select (organization_id, id, status, created_at) on automations to waggle_search;
create policy search on automations for select to waggle_search using (true);
create function public.automations_within_plan(most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from automations
  where organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and status in ('live', 'paused')
  order by created_at, id limit most
$$;
revoke all on function public.automations_within_plan(int) from public;
grant execute on function public.automations_within_plan(int) to waggle_app;
alter function public.automations_within_plan(int) owner to waggle_search;
revoke create on schema public from waggle_search;
