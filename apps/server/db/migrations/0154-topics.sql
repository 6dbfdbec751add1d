-- What an organization or a client writes about, such as offers and events. Readers opt out of one and keep the others.
create table topics (
  organization_id uuid not null references organizations on delete cascade,
  id uuid not null default new_id(),
  -- Null is the organization itself.
  client_id uuid,
  name text not null check (char_length(name) between 1 and 60),
  description text not null default '' check (char_length(description) <= 200),
  -- Where it stands on the page for recipients, from 0.
  position int not null check (position >= 0),
  -- Neither chosen nor shown any more; who opted out of it stays out.
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create unique index topics_name on topics (organization_id, client_id, lower(name)) nulls not distinct;
alter table topics enable row level security;
alter table topics force row level security;
create policy tenant on topics to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on topics to waggle_app;

-- What was last said of one topic and one address. By the keyed hash, as suppressions are: it outlives the contact, and names nobody.
create table topic_choices (
  organization_id uuid not null references organizations on delete cascade,
  topic_id uuid not null,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- That of the topic.
  client_id uuid,
  opted_out boolean not null,
  -- Whose word it is. What a person said is taken back by that person alone.
  source text not null check (source in ('person', 'team')),
  chosen_at timestamptz not null,
  primary key (organization_id, topic_id, address_hash),
  foreign key (organization_id, topic_id) references topics (organization_id, id) on delete cascade,
  foreign key (organization_id, client_id) references clients (organization_id, id)
);
create index topic_choices_address on topic_choices (organization_id, address_hash);
create index topic_choices_client on topic_choices (organization_id, client_id);
alter table topic_choices enable row level security;
alter table topic_choices force row level security;
create policy tenant on topic_choices to waggle_app
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  )
  with check (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and case when (select coalesce(current_setting('app.client_id', true), '') = '') then true else client_id = (select nullif(current_setting('app.client_id', true), '')::uuid) end
  );
grant select, insert, update, delete on topic_choices to waggle_app;

-- Null is for everybody who may be mailed.
alter table campaigns add column topic_id uuid;
alter table campaigns add constraint campaigns_topic foreign key (organization_id, topic_id)
  references topics (organization_id, id) on delete set null (topic_id) not valid;
alter table campaign_step_contents add column topic_id uuid;
alter table campaign_step_contents add constraint campaign_step_contents_topic foreign key (organization_id, topic_id)
  references topics (organization_id, id) on delete set null (topic_id) not valid;

-- What the page of an email lists: topics of whoever the reader is a contact of, and those of whoever sent the email. Without a ledger
-- the link says both, and a mark that two clients share lists nothing. What the reader has said and no worker has understood yet counts
-- already: a page that shows it otherwise would have it saved over. By the role that reads such columns and does nothing else.
grant usage, create on schema public to waggle_reader;
grant select (organization_id, id, client_id, name, description, position, archived_at) on topics to waggle_reader;
create policy reader on topics for select to waggle_reader using (true);
grant select (organization_id, topic_id, address_hash, opted_out, chosen_at) on topic_choices to waggle_reader;
create policy reader on topic_choices for select to waggle_reader using (true);
grant select (organization_id, received_on, kind, happened_at, payload, drained_at) on inbox_events to waggle_reader;
create policy reader on inbox_events for select to waggle_reader using (kind = 'topics');
grant select (organization_id, id) on clients to waggle_reader;
create policy reader on clients for select to waggle_reader using (true);
create function public.topics_of_send(of_organization uuid, send uuid, link_hash bytea, link_mark bytea)
  returns table (id uuid, name text, description text, opted_out boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  with sent as (
    select sends.address_hash, sends.client_id, campaigns.client_id as sender_id
    from campaign_sends sends join campaigns on campaigns.organization_id = sends.organization_id and campaigns.id = sends.campaign_id
    where sends.organization_id = of_organization and sends.id = send limit 1
  ), marked as (
    select (array_agg(clients.id))[1] as client_id from clients
    where clients.organization_id = of_organization and substring(uuid_send(clients.id) from 13) = link_mark
    having count(*) = 1
  ), owners as (
    select client_id from sent union select sender_id from sent
    union select client_id from marked where not exists (select from sent)
    union select null where link_mark = '\x00000000'::bytea and not exists (select from sent)
  ), reader as (
    select coalesce(link_hash, (select address_hash from sent)) as hash
  ), told as (
    select distinct on (said ->> 'id') said ->> 'id' as topic_id, (said ->> 'out')::boolean as opted_out, events.happened_at
    from reader cross join inbox_events events cross join jsonb_array_elements(events.payload -> 'topics') said
    where events.organization_id = of_organization and events.drained_at is null and events.received_on >= current_date - 3
      and events.kind in ('unsubscribe', 'resubscribe', 'pause', 'topics') and events.kind = 'topics'
      and (events.payload ->> 'sendId' = send::text or events.payload ->> 'addressHash' = encode(reader.hash, 'hex'))
    order by said ->> 'id', events.happened_at desc, (said ->> 'out')::boolean desc
  )
  select topics.id, topics.name, topics.description,
    case when told.happened_at > coalesce(choices.chosen_at, '-infinity') then told.opted_out else coalesce(choices.opted_out, false) end
  from topics join organizations on organizations.id = topics.organization_id and organizations.deleting_since is null
  cross join reader
  left join topic_choices choices on choices.organization_id = topics.organization_id and choices.topic_id = topics.id
    and choices.address_hash = reader.hash
  left join told on told.topic_id = topics.id::text
  where topics.organization_id = of_organization and topics.archived_at is null and reader.hash is not null
    and exists (select from owners where owners.client_id is not distinct from topics.client_id)
  order by topics.client_id is null, topics.position, topics.id limit 40
$$;
revoke all on function public.topics_of_send(uuid, uuid, bytea, bytea) from public;
grant execute on function public.topics_of_send(uuid, uuid, bytea, bytea) to waggle_edge;
alter function public.topics_of_send(uuid, uuid, bytea, bytea) owner to waggle_reader;
revoke create on schema public from waggle_reader;
