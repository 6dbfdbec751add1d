-- Which forms a plan with a limit lets people edit: the oldest that strangers can fill in, of the whole organization. Whoever is limited to
-- one client does not see the forms of others, so this function answers, owned by a role that can read these columns alone.
grant waggle_search to current_user;
grant usage, create on schema public to waggle_search;
grant select (organization_id, id, is_active, published_version, created_at) on forms to waggle_search;
create policy search on forms for select to waggle_search using (true);
create function public.forms_within_plan(most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from forms
  where organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and is_active and published_version is not null
  order by created_at, id limit most
$$;
revoke all on function public.forms_within_plan(int) from public;
grant execute on function public.forms_within_plan(int) to waggle_app;
alter function public.forms_within_plan(int) owner to waggle_search;
revoke create on schema public from waggle_search;
