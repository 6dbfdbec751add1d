-- What people of an organization see in place of the product's own name, mark and color. Kept while the plan does not include
-- it; whether it is in force is asked each time.
create table white_labels (
  organization_id uuid primary key references organizations on delete cascade,
  is_on boolean not null,
  name text not null check (char_length(name) between 2 and 40),
  -- Null takes the colors of the design.
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  mark_id uuid,
  -- The file's name in its public address.
  mark_name text check (mark_name ~ '^[A-Za-z0-9_-]{24}\.[a-z]{3,4}$'),
  -- A picture that stands for mark and name.
  wide_id uuid,
  wide_name text check (wide_name ~ '^[A-Za-z0-9_-]{24}\.[a-z]{3,4}$'),
  support_email text check (char_length(support_email) <= 254),
  hides_powered_by boolean not null,
  updated_at timestamptz not null default now(),
  foreign key (organization_id, mark_id) references files (organization_id, id) on delete set null (mark_id),
  foreign key (organization_id, wide_id) references files (organization_id, id) on delete set null (wide_id)
);
create index white_labels_mark on white_labels (organization_id, mark_id);
create index white_labels_wide on white_labels (organization_id, wide_id);
alter table white_labels enable row level security;
alter table white_labels force row level security;
-- Of the whole organization: people who are limited to a client see it too.
create policy tenant on white_labels to waggle_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on white_labels to waggle_app;

-- Copies that triggers keep in the row of the organization itself, because the edge reads no other table.
alter table brands
  add column product_name text check (char_length(product_name) between 2 and 40),
  add column hides_product boolean not null default false,
  add column tier text;
grant select (product_name, hides_product, tier) on brands to waggle_edge;

create function public.keep_product_of_brand() returns trigger language plpgsql set app.client_id = '' as $$
begin
  update brands set product_name = case when new.is_on then new.name end, hides_product = coalesce(new.is_on and new.hides_powered_by, false)
  where organization_id = coalesce(new.organization_id, old.organization_id) and client_id is null;
  return null;
end
$$;
create trigger keep_brand after insert or update or delete on white_labels
  for each row execute function public.keep_product_of_brand();

create or replace function public.keep_organization_brand() returns trigger language plpgsql set app.client_id = '' as $$
begin
  insert into brands (organization_id, own_name, postal_address, tier)
  values (new.id, new.name, new.postal_address, new.subscription_tier)
  on conflict (organization_id, client_id) do update
    set own_name = excluded.own_name, postal_address = excluded.postal_address, tier = excluded.tier;
  -- Announced once more, so that edges forget the clients of an organization that is being deleted.
  if new.deleting_since is not null then
    update brands set own_name = own_name where organization_id = new.id and client_id is not null;
  end if;
  return null;
end
$$;
drop trigger keep_brand on organizations;
create trigger keep_brand after insert or update of name, postal_address, deleting_since, subscription_tier on organizations
  for each row execute function public.keep_organization_brand();
update brands set tier = organizations.subscription_tier from organizations
  where organizations.id = brands.organization_id and brands.client_id is null;
