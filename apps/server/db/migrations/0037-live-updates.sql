-- What an open page hears of: '<kind>:<organization>:<client>:<person>', no client for what is the organization's own, no
-- person for what is not one person's. A transaction that writes a hundred rows of a kind sends one notice.
create function public.announce_live() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', tg_argv[0] || ':' || new.organization_id || ':' || coalesce(new.client_id::text, '') || ':');
  return null;
end
$$;

create trigger announce_live after update of state, position, undone on imports for each row
  when (new.state in ('checking', 'running', 'undoing') or old.state is distinct from new.state)
  execute function public.announce_live('imports');

create trigger announce_live after insert or update on contact_batches for each row
  execute function public.announce_live('batches');
