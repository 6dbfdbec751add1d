-- What a person limited to one client may read where a table belongs to the whole organization: nothing that names people
-- of other clients. Such a person is known by app.client_limit.

-- Whether an address is suppressed for the whole organization. It takes keyed hashes and answers reasons, never an
-- address: a limited person who adds a contact must learn that mail is forbidden, although the row itself is hidden.
grant create on schema public to waggle_search;
grant select (organization_id, client_id, channel, address_hash, reason, happened_at, lifted_at) on suppressions to waggle_search;
create policy search on suppressions for select to waggle_search using (true);

create function public.organization_suppressions(of_channel text, hashes bytea[])
  returns table (hash bytea, reason text, happened_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  -- Looked up one by one, each by its hash: joined, a planner without statistics reads every suppression there is.
  select wanted.hash, found.reason, found.happened_at from unnest(hashes) as wanted (hash) cross join lateral (
    select suppressions.reason, suppressions.happened_at from suppressions
    where organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and client_id is null
      and channel = of_channel and address_hash = wanted.hash and lifted_at is null
    limit 1
  ) found
$$;
revoke all on function public.organization_suppressions(text, bytea[]) from public;
grant execute on function public.organization_suppressions(text, bytea[]) to waggle_app;
alter function public.organization_suppressions(text, bytea[]) owner to waggle_search;

-- An organization-wide row names a person: who is limited to a client reads it if that client has a contact with the address.
alter policy shared on suppressions using (
  organization_id = nullif(current_setting('app.organization_id', true), '')::uuid and client_id is null
  and case when (select coalesce(current_setting('app.client_limit', true), '') = '') then true
    else exists (
      select from contacts where contacts.organization_id = suppressions.organization_id
        and contacts.client_id = (select nullif(current_setting('app.client_limit', true), '')::uuid)
        and contacts.email_folded = lower(suppressions.address)
    ) end
);

-- Holds for code that asks the table instead of the function, which includes the release before this one: whatever a
-- limited person writes, an address that is suppressed for the organization gets no mail.
create function public.keep_opted_out() returns trigger language plpgsql as $$
declare
  why text := (select reason from public.organization_suppressions('email', array[public.hash_address('email', new.email)]) limit 1);
begin
  if why is not null then
    new.status := case why when 'bounced' then 'bounced' when 'complained' then 'complained' else 'unsubscribed' end;
  end if;
  return new;
end
$$;
create trigger keep_opted_out before insert or update of email, status on contacts for each row
  when (new.status in ('active', 'lead') and coalesce(current_setting('app.client_limit', true), '') <> '')
  execute function public.keep_opted_out();

-- The words of all clients' names. Nobody limited reads them; a mistyped word is compared by the function below, which
-- answers only a word that a contact in sight has.
alter policy tenant on contact_words
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and coalesce(current_setting('app.client_limit', true), '') = ''
  );
grant select on contact_words to waggle_search;
create policy search on contact_words for select to waggle_search using (true);

create function public.similar_word(typed text, most_mistakes int) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  candidate text;
begin
  for candidate in
    select compared.word from (
      select contact_words.word, public.levenshtein_less_equal(contact_words.word, typed, most_mistakes) as mistakes from contact_words
      where organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
        and char_length(contact_words.word) between char_length(typed) - most_mistakes and char_length(typed) + most_mistakes
    ) compared
    -- The most similar hundred are enough: further ones resemble nothing anybody meant.
    where compared.mistakes <= most_mistakes order by compared.mistakes, compared.word limit 100
  loop
    if coalesce(current_setting('app.client_id', true), '') = '' or exists (
      select from public.contact_matches(('''' || replace(replace(candidate, '\', '\\'), '''', '''''') || '''')::tsquery, 1)
    ) then return candidate; end if;
  end loop;
  return null;
end
$$;
revoke all on function public.similar_word(text, int) from public;
grant execute on function public.similar_word(text, int) to waggle_app;
alter function public.similar_word(text, int) owner to waggle_search;
revoke create on schema public from waggle_search;

-- News is written by everybody and read by background work, which is limited to no client.
alter policy tenant on outbox_events
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and coalesce(current_setting('app.client_limit', true), '') = ''
  );
alter policy tenant on outbox_deliveries
  using (
    organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
    and coalesce(current_setting('app.client_limit', true), '') = ''
  );

-- Colleagues are those whose membership is in sight.
alter policy colleagues on directory.users using (
  organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
  and (coalesce(current_setting('app.client_limit', true), '') = '' or exists (
    select from public.members where members.organization_id = users.organization_id and members.user_id = users.id
      and members.client_id = nullif(current_setting('app.client_limit', true), '')::uuid))
);

-- The client that was looked at is gone: nothing is shown until the person chooses. Set when a client is deactivated.
alter table directory.sessions add column must_choose_client boolean not null default false;
create or replace trigger announce after update of expires_at, active_client_id, must_choose_client or delete on directory.sessions
  for each row execute function directory.announce_session();

-- The client a person looked at last, for the next sign-in. No key: one that is gone is not restored.
alter table members add column last_client_id uuid;
