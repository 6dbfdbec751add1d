-- What recipients see of an organization or of a client: one row for each, from its first moment on. Name and postal address
-- are copies that triggers keep, so that the edge, which reads no other table, can answer while the database is away.
create table brands (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  -- Null is the organization itself.
  client_id uuid,
  -- By which the edge finds it, in one order for PostgreSQL and SQLite.
  key text collate "C" not null generated always as (organization_id::text || ':' || coalesce(client_id::text, '')) stored,
  own_name text not null check (char_length(own_name) <= 120),
  postal_address text check (char_length(postal_address) <= 500),
  -- Null takes the name above.
  display_name text check (char_length(display_name) between 1 and 120),
  -- Null takes the colors of the design.
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  website text check (char_length(website) <= 2048),
  logo_id uuid,
  -- The file's name in its public address. Whether it still leads to a file is asked when it is shown.
  logo_name text check (logo_name ~ '^[A-Za-z0-9_-]{24}\.[a-z]{3,4}$'),
  -- The clock, not the start of the transaction: edges ask for what changed since they last asked.
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id) on delete cascade,
  foreign key (organization_id, logo_id) references files (organization_id, id) on delete set null (logo_id)
);
create unique index brands_client on brands (organization_id, client_id) nulls not distinct;
create index brands_logo on brands (organization_id, logo_id);
create index brands_key on brands (key);
create index brands_changed on brands (updated_at, key);

create function public.stamp_brand() returns trigger language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
create trigger stamp before insert or update on brands for each row execute function public.stamp_brand();
create function public.announce_brand() returns trigger language plpgsql as $$
begin
  perform pg_notify('brand_changed', coalesce(new.key, old.key));
  return null;
end
$$;
create trigger announce after insert or update or delete on brands for each row execute function public.announce_brand();

-- Without a client in the settings: an organization is renamed by people who look at one of its clients, too.
create function public.keep_organization_brand() returns trigger language plpgsql set app.client_id = '' as $$
begin
  insert into brands (organization_id, own_name, postal_address) values (new.id, new.name, new.postal_address)
  on conflict (organization_id, client_id) do update set own_name = excluded.own_name, postal_address = excluded.postal_address;
  -- Announced once more, so that edges forget the clients of an organization that is being deleted.
  if new.deleting_since is not null then
    update brands set own_name = own_name where organization_id = new.id and client_id is not null;
  end if;
  return null;
end
$$;
create function public.keep_client_brand() returns trigger language plpgsql set app.client_id = '' as $$
begin
  insert into brands (organization_id, client_id, own_name, postal_address)
  values (new.organization_id, new.id, new.name, new.postal_address)
  on conflict (organization_id, client_id) do update set own_name = excluded.own_name, postal_address = excluded.postal_address;
  return null;
end
$$;
create trigger keep_brand after insert or update of name, postal_address, deleting_since on organizations
  for each row execute function public.keep_organization_brand();
create trigger keep_brand after insert or update of name, postal_address on clients
  for each row execute function public.keep_client_brand();
insert into brands (organization_id, own_name, postal_address) select id, name, postal_address from organizations;
insert into brands (organization_id, client_id, own_name, postal_address)
  select organization_id, id, name, postal_address from clients;

alter table brands enable row level security;
alter table brands force row level security;
create policy tenant on brands to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on brands to waggle_app;
create policy edge on brands for select to waggle_edge using (true);
grant select (organization_id, client_id, key, own_name, postal_address, display_name, accent, website, logo_name, updated_at)
  on brands to waggle_edge;

-- What a page of an email says about its reader: the address with all but its first letter and its domain hidden, and until when
-- they take a break. Nothing where the contact has another address by now: the email went to somebody else then. Answered by a
-- role that reads these columns and does nothing else, so that the edge itself sees no contact.
do $$
begin
  if not exists (select from pg_roles where rolname = 'waggle_reader') then
    create role waggle_reader nologin;
  end if;
end
$$;
grant waggle_reader to current_user;
grant usage, create on schema public to waggle_reader;
grant select (organization_id, id, contact_id, address_hash) on campaign_sends to waggle_reader;
create policy reader on campaign_sends for select to waggle_reader using (true);
grant select (organization_id, id, email, mail_paused_until) on contacts to waggle_reader;
create policy reader on contacts for select to waggle_reader using (true);
grant select on suppression_keys to waggle_reader;
create policy reader on suppression_keys for select to waggle_reader using (true);
create function public.reader_of_send(of_organization uuid, send uuid)
  returns table (masked_address text, paused_until timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select left(contacts.email, 1) || '…' || substr(contacts.email, strpos(contacts.email, '@')),
    case when contacts.mail_paused_until > now() then contacts.mail_paused_until end
  from campaign_sends
  join contacts on contacts.organization_id = campaign_sends.organization_id and contacts.id = campaign_sends.contact_id
  join suppression_keys on suppression_keys.organization_id = campaign_sends.organization_id
  where campaign_sends.organization_id = of_organization and campaign_sends.id = send
    and campaign_sends.address_hash = sha256(suppression_keys.key || sha256(suppression_keys.key
      || convert_to('email:' || lower(contacts.email), 'UTF8')))
$$;
revoke all on function public.reader_of_send(uuid, uuid) from public;
grant execute on function public.reader_of_send(uuid, uuid) to waggle_edge;
alter function public.reader_of_send(uuid, uuid) owner to waggle_reader;
revoke create on schema public from waggle_reader;
