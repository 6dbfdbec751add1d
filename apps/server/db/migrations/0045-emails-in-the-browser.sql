-- Whether anybody may read the email of this campaign on a web page once it is sent.
alter table campaigns add column public_page boolean not null default false;

-- What an email said about its reader, for the page that shows it in a browser: a later name must not reach whoever has the link.
-- Written for emails that have that link, and only the fields that stand in them. Goes with the contact, and with the ledger's month.
create table campaign_send_values (
  organization_id uuid not null,
  campaign_month date not null,
  send_id uuid not null,
  -- No key: to make or drop a month would lock all contacts. A trigger deletes the row with its contact.
  contact_id uuid not null,
  client_id uuid,
  said jsonb not null check (jsonb_typeof(said) = 'object'),
  primary key (organization_id, send_id, campaign_month)
) partition by range (campaign_month);
create index campaign_send_values_contact on campaign_send_values (organization_id, contact_id);
alter table campaign_send_values enable row level security;
alter table campaign_send_values force row level security;
create policy tenant on campaign_send_values to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on campaign_send_values to waggle_app;
insert into partitioned_tables (name, keep_months) values ('campaign_send_values', 13);
select keep_partitions();

-- Row by row, each by the index: a planner that knows nothing of the deleted rows would read those of everybody.
create function public.forget_said() returns trigger language plpgsql as $$
begin
  delete from public.campaign_send_values where organization_id = old.organization_id and contact_id = old.id;
  return null;
end
$$;
create trigger forget_said after delete on contacts for each row execute function public.forget_said();

-- Both are answered by the role that tells the edge about readers, so that the edge itself sees no email and no contact.
grant create on schema public to waggle_reader;
grant select (campaign_id, campaign_month, client_id) on campaign_sends to waggle_reader;
grant select (organization_id, id, contact_id, status, public_page, cancelled_at, deleted_at) on campaigns to waggle_reader;
create policy reader on campaigns for select to waggle_reader using (true);
grant select (organization_id, campaign_id, variant, frozen) on campaign_contents to waggle_reader;
create policy reader on campaign_contents for select to waggle_reader using (true);
grant select (organization_id, campaign_id, link_no, url, is_trap) on campaign_links to waggle_reader;
create policy reader on campaign_links for select to waggle_reader using (true);
grant select (organization_id, campaign_month, send_id, said) on campaign_send_values to waggle_reader;
create policy reader on campaign_send_values for select to waggle_reader using (true);
grant select (id, deleting_since) on organizations to waggle_reader;
create policy reader on organizations for select to waggle_reader using (true);

-- An email as it was sent to one contact. Nothing once contact, campaign or organization is gone. The hash and the mark are those
-- its links out carry.
create function public.email_of_send(of_organization uuid, of_campaign uuid, send uuid)
  returns table (subject text, html text, said jsonb, address_hash bytea, client_mark bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select contents.frozen ->> 'subject', contents.frozen ->> 'html', kept.said, sends.address_hash,
    coalesce(substring(uuid_send(sends.client_id) from 13), '\x00000000'::bytea)
  from campaign_sends sends
  join contacts on contacts.organization_id = sends.organization_id and contacts.id = sends.contact_id
  join campaigns on campaigns.organization_id = sends.organization_id and campaigns.id = sends.campaign_id
  join campaign_contents contents on contents.organization_id = sends.organization_id and contents.campaign_id = sends.campaign_id
  join organizations on organizations.id = sends.organization_id
  left join campaign_send_values kept on kept.organization_id = sends.organization_id and kept.send_id = sends.id
    and kept.campaign_month = sends.campaign_month
  where sends.organization_id = of_organization and sends.id = send and sends.campaign_id = of_campaign
    and contents.variant = 0 and campaigns.deleted_at is null and organizations.deleting_since is null
$$;
revoke all on function public.email_of_send(uuid, uuid, uuid) from public;
grant execute on function public.email_of_send(uuid, uuid, uuid) to waggle_edge;
alter function public.email_of_send(uuid, uuid, uuid) owner to waggle_reader;

-- The email of a campaign for everybody, while that is switched on: with where its links lead, and nothing of any reader.
create function public.public_email(of_organization uuid, of_campaign uuid)
  returns table (subject text, html text, footer jsonb, links jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select contents.frozen ->> 'subject', contents.frozen ->> 'html', contents.frozen -> 'footer', (
    select coalesce(jsonb_object_agg(link_no, url), '{}') from campaign_links
    where campaign_links.organization_id = of_organization and campaign_links.campaign_id = of_campaign and not is_trap)
  from campaigns
  join campaign_contents contents on contents.organization_id = campaigns.organization_id and contents.campaign_id = campaigns.id
  join organizations on organizations.id = campaigns.organization_id
  where campaigns.organization_id = of_organization and campaigns.id = of_campaign and campaigns.public_page
    and campaigns.status = 'COMPLETED' and campaigns.cancelled_at is null and campaigns.deleted_at is null
    and campaigns.contact_id is null and contents.variant = 0 and organizations.deleting_since is null
$$;
revoke all on function public.public_email(uuid, uuid) from public;
grant execute on function public.public_email(uuid, uuid) to waggle_edge;
alter function public.public_email(uuid, uuid) owner to waggle_reader;
revoke create on schema public from waggle_reader;
