import type pg from 'pg';

/**
 * Every twentieth transaction that writes a row of a tenant ends as PostgreSQL would end it: half of them in the middle by
 * a deadlock, the others at their commit by a failed serialisation. Answers how many did so far.
 */
export async function injectConflicts(owner: pg.Pool): Promise<() => Promise<number>> {
  await owner.query(`
    create sequence injected_conflicts;
    grant usage on sequence injected_conflicts to public;
    create function inject_conflict() returns trigger language plpgsql as $$
    begin
      if pg_current_xact_id()::text::bigint % 40 = tg_argv[0]::int then
        perform nextval('injected_conflicts');
        raise exception 'injected' using errcode = tg_argv[1];
      end if;
      return null;
    end
    $$;
    do $$
    declare
      name text;
    begin
      for name in
        select c.relname from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
          and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
      loop
        execute format('create trigger inject_deadlock after insert or update or delete on %I
          for each statement execute function inject_conflict(7, ''40P01'')', name);
        execute format('create constraint trigger inject_serialisation after insert or update or delete on %I
          deferrable initially deferred for each row execute function inject_conflict(23, ''40001'')', name);
      end loop;
    end
    $$`);
  return async () =>
    Number((await owner.query('select last_value from injected_conflicts where is_called')).rows[0]?.last_value ?? 0);
}

/** Counters kept beside rows that differ from what the rows say. */
export async function wrongCounters(owner: pg.Pool): Promise<unknown[]> {
  const { rows } = await owner.query(`
    select 'contact_counts' as counter, organization_id::text as key, counted as kept, found.rows as counted from contact_counts
      full join (select organization_id, count(*) filter (where status in ('active', 'lead')) as rows from contacts group by 1) found using (organization_id)
      where coalesce(counted, 0) <> coalesce(found.rows, 0)
    union all
    select 'contact_tallies', organization_id || ' ' || client || ' ' || status || ' ' || source, contacts, found.rows
      from (select *, coalesce(client_id::text, '') as client from contact_tallies) known
      full join (
        select organization_id, coalesce(client_id::text, '') as client, status, source, count(*) as rows from contacts group by 1, 2, 3, 4
      ) found using (organization_id, client, status, source) where coalesce(contacts, 0) <> coalesce(found.rows, 0)
    union all
    select 'tag_counts', organization_id || ' ' || tag_id, contacts, found.rows from tag_counts
      full join (select organization_id, tag_id, count(*) as rows from contact_tags group by 1, 2) found using (organization_id, tag_id)
      where coalesce(contacts, 0) <> coalesce(found.rows, 0)
    union all
    select 'contact_cohorts', organization_id || ' ' || client || ' ' || came, kept, found.rows
      from (select organization_id, coalesce(client_id::text, '') as client, came, sum(mailable) as kept from contact_cohorts group by 1, 2, 3) known
      full join (
        select organization_id, coalesce(client_id::text, '') as client, month_of(created_at) as came,
          count(*) filter (where status in ('active', 'lead')) as rows from contacts group by 1, 2, 3
      ) found using (organization_id, client, came) where coalesce(kept, 0) <> coalesce(found.rows, 0)
    union all
    select 'contact_companies', organization_id || ' ' || client || ' ' || company_key || ' ' || name, contacts, found.people
      from (select *, coalesce(client_id::text, '') as client from contact_companies) known
      full join (
        select organization_id, coalesce(client_id::text, '') as client, company_key, company as name, count(*) as people,
          count(*) filter (where status in ('active', 'lead')) as able
        from contacts where company is not null group by 1, 2, 3, 4
      ) found using (organization_id, client, company_key, name)
      where (contacts, mailable) is distinct from (found.people, found.able)
    union all ${wrongTotals}`);
  return rows;
}

/**
 * Of the whole and of each client, by quarter and by day: contacts by when they came (40), and what the changes come to: contacts (41), those who
 * can be mailed (42 less 43), active forms (44) and campaigns (45). The changes have no moment of their own in the rows. Revenue (60) and purchases (61) by when
 * they were.
 */
const wrongTotals = `
  select 'metric_totals', organization_id || ' ' || client || ' ' || metric || ' ' || unit || ' ' || at, known.total, found.rows from (
    select organization_id, coalesce(client_id::text, 'all') as client, case metric when 43 then 42 else metric end as metric, unit,
      case when metric in (40, 60, 61) then at else 'epoch' end as at, sum(case metric when 43 then -total else total end) as total
    from metric_totals group by 1, 2, 3, 4, 5
  ) known full join (
    select organization_id, scope.client, metric, period.unit, case when metric in (40, 60, 61) then period.at else 'epoch' end as at, sum(by) as rows from (
      select organization_id, client_id, unnest(array[40, 41]) as metric, created_at, 1 as by from contacts
      union all select organization_id, client_id, 42, created_at, 1 from contacts where status in ('active', 'lead')
      union all select organization_id, client_id, 44, created_at, 1 from forms where is_active and published_version is not null
      union all select organization_id, client_id, 45, created_at, 1 from campaigns where status = 'ACTIVE' and deleted_at is null and contact_id is null and automation_id is null
      union all select organization_id, client_id, 60, purchased_at, amount from purchases where amount is not null
      union all select organization_id, client_id, 61, purchased_at, 1 from purchases where amount > 0
    ) counted cross join lateral (select 'all' union all select client_id::text where client_id is not null) scope (client)
      cross join lateral periods_of(created_at) period
    group by 1, 2, 3, 4, 5
  ) found using (organization_id, client, metric, unit, at) where coalesce(known.total, 0) <> coalesce(found.rows, 0)`;
