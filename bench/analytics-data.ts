// Organizations with everything that Overview and Analytics show, made inside the database by SQL alone. The first has a quarter of all,
// and is an agency with clients. Ids follow from numbers, so that rows which belong together need no lookup.
import type pg from 'pg';

export type Sizes = Record<
  'organizations' | 'contacts' | 'campaigns' | 'codes' | 'forms' | 'submissions' | 'clientsOfLargest',
  number
>;

export const largeSizes: Sizes = {
  organizations: 200,
  contacts: 1_000_000,
  campaigns: 2_000,
  codes: 20_000,
  forms: 4_000,
  submissions: 200_000,
  clientsOfLargest: 20,
};

/** Rows that are right by construction need no trigger and no key looked up for each of them. */
export const asLoader = `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
  set maintenance_work_mem = '1GB'; set timezone = 'UTC'; select setseed(0.42)`;

export async function loadSubjects(owner: pg.Client, sizes: Sizes): Promise<void> {
  await owner.query(asLoader);
  await owner.query(shared(sizes));
  await owner.query(organizations(sizes));
  await addPartitions(owner, ['engagement_events', 'stat_hours', 'campaign_sends']);
  await withoutIndexes(owner, ['contacts'], () => owner.query(contacts(sizes)));
  await owner.query(campaigns(sizes));
  await owner.query(codes(sizes));
  await withoutIndexes(owner, ['form_submissions'], () => owner.query(forms(sizes)));
  await owner.query(contactCounts);
  await owner.query('vacuum analyze');
}

/** Of every four rows one is of the largest organization, or all where there is no other; the others go around. `row_no` is the place among those of the same one. */
const shared = (sizes: Sizes) => `
  create schema bench;
  create function bench.organization_no(no bigint) returns int language sql immutable as
    $$ select ${sizes.organizations === 1 ? '0' : `case when no % 4 = 0 then 0 else 1 + (no - no / 4 - 1) % ${sizes.organizations - 1} end::int`} $$;
  create function bench.row_no(no bigint) returns int language sql immutable as
    $$ select ${sizes.organizations === 1 ? 'no::int' : `case when no % 4 = 0 then no / 4 else (no - no / 4 - 1) / ${sizes.organizations - 1} end::int`} $$;
  -- As one of version 8: the contracts take no other numbers for ids.
  create function bench.id_of(kind text, no bigint) returns uuid language sql immutable as
    $$ select overlay(overlay(md5(kind || ' ' || no) placing '8' from 13) placing 'a' from 17)::uuid $$;
  -- One row in five of the largest organization is of no client.
  create function bench.client_of(organization_no int, no bigint) returns uuid language sql immutable as
    $$ select case when organization_no = 0 and no % 5 > 0 then bench.id_of('client', (no / 5) % ${sizes.clientsOfLargest}) end $$`;

const organizations = (sizes: Sizes) => `
  create table bench.organizations as
    select no, bench.id_of('organization', no) as id,
      (array['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata', 'UTC'])[no % 4 + 1] as timezone from generate_series(0, ${sizes.organizations - 1}) no;
  insert into organizations (id, name, type, timezone, subscription_tier)
    select id, 'Organization ' || no, case when no = 0 then 'AGENCY' else 'BUSINESS' end, timezone, 'system' from bench.organizations;
  insert into clients (organization_id, id, name)
    select bench.id_of('organization', 0), bench.id_of('client', no), 'Client ' || no from generate_series(0, ${sizes.clientsOfLargest - 1}) no`;

/** Over two years, so that a year can be compared with the one before; one in ten cannot be mailed any more. */
const contacts = (sizes: Sizes) => `
  insert into contacts (organization_id, id, client_id, email, first_name, last_name, status, source, created_at, updated_at, last_activity_at)
  select bench.id_of('organization', o), bench.id_of('contact of ' || o, p), bench.client_of(o, p), 'reader.' || p || '@mailbox' || p % 7 || '.example',
    (array['Ada', 'Amir', 'Bea', 'Chen', 'Elif', 'Grace', 'Hugo', 'Ines'])[p % 8 + 1], 'Reader' || p % 1000,
    case when no % 10 > 0 then 'active' when no % 40 = 0 then 'bounced' else 'unsubscribed' end,
    case when p % 10 < 7 then 'import' when p % 10 < 9 then 'form' else 'manual' end, at, at, at + (now() - at) * random()
  from (select no, bench.organization_no(no) as o, bench.row_no(no) as p, now() - random() * interval '730 days' as at
    from generate_series(0, ${sizes.contacts - 1}) no offset 0) made`;

/** Their sending began over a year, the last an hour ago; readers act within three days of it. */
const campaigns = (sizes: Sizes) => `
  create table bench.campaigns as
    select no, o as organization_no, bench.id_of('organization', o) as organization_id, bench.id_of('campaign', no) as id, bench.client_of(o, no / 4) as client_id,
      sent_at, date_trunc('month', sent_at)::date as month, least(interval '3 days', now() - sent_at) as reach, 0 as people
    from (select no, bench.organization_no(no) as o, date_trunc('second', now() - interval '1 hour' - random() * interval '364 days') as sent_at
      from generate_series(0, ${sizes.campaigns - 1}) no offset 0) made;
  insert into campaigns (organization_id, id, client_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, completed_at, created_at,
    counts_kept)
    select organization_id, id, client_id, 'News ' || no, 'COMPLETED', 'News', '{}', '{}', '{}', month, sent_at, sent_at + reach / 50, sent_at - interval '1 day', true
    from bench.campaigns;
  insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, tracking, scheduled_at)
    select organization_id, client_id, 'Planned ' || no, 'ACTIVE', 'News', '{}', '{}', '{}', now() + interval '3 days' from bench.campaigns where no % 100 < 8`;

/** One half is scanned for a year, the other on the 60 days after it was printed. */
const codes = (sizes: Sizes) => `
  create table bench.codes as
    select no, bench.organization_no(no) as organization_no, bench.id_of('organization', bench.organization_no(no)) as organization_id, bench.id_of('code', no) as id,
      bench.client_of(bench.organization_no(no), no / 4) as client_id, case when no / 4 % 2 = 0 then now() - interval '364 days' else now() - (60 + random() * 304) * interval '1 day' end
        as since, case when no / 4 % 2 = 0 then 364 else 60 end as days from generate_series(0, ${sizes.codes - 1}) no;
  insert into qr_codes (organization_id, id, client_id, name, short_code, target_url, design, created_at)
    select organization_id, id, client_id, 'Code ' || no, translate(substr(md5(no::text), 1, 12), '0', 'x'), 'https://example.org/' || no, '{}', since from bench.codes;
  insert into link_targets (short_code, organization_id, client_id, kind, ref_id, target_url)
    select short_code, organization_id, client_id, 'qr', id, target_url from qr_codes`;

/** Each sent by about fifty people within 90 days. */
const forms = (sizes: Sizes) => `
  insert into forms (organization_id, id, client_id, name, draft, published_version, submissions, created_at)
    select bench.id_of('organization', o), bench.id_of('form', no), bench.client_of(o, no / 4), 'Form ' || no, '{}', 1, 0, now() - interval '200 days'
    from (select no, bench.organization_no(no) as o from generate_series(0, ${sizes.forms - 1}) no offset 0) made;
  insert into form_submissions (organization_id, form_id, id, client_id, version, answers, outcome, submitted_at, label, way)
    select bench.id_of('organization', o), bench.id_of('form', form), gen_random_uuid(), bench.client_of(o, form / 4), 1, '{"field_1": "Friday"}', 'no-address',
      now() - random() * interval '90 days', 'human', 'script'
    from (select no % ${sizes.forms} as form, bench.organization_no(no % ${sizes.forms}) as o from generate_series(0, ${sizes.submissions - 1}) no offset 0) made;
  insert into form_sent (organization_id, form_id, unit, at, client_id, submissions)
    select organization_id, form_id, period.unit, period.at, (array_agg(client_id))[1], count(*)
    from form_submissions, public.periods_of(submitted_at) period group by 1, 2, 3, 4;
  update forms set submissions = sent.people from (select form_id, count(*) as people from form_submissions group by 1) sent where sent.form_id = forms.id`;

/** What the triggers of contacts, forms and campaigns would have kept, through the function they call. Who cannot be mailed left at some time. */
const contactCounts = `
  insert into contact_counts select organization_id, count(*) filter (where status in ('active', 'lead')) from contacts group by 1
    on conflict (organization_id) do update set counted = excluded.counted;
  insert into contact_tallies select organization_id, client_id, status, source, count(*) from contacts group by 1, 2, 3, 4;
  select public.add_totals(array_agg(organization_id), array_agg(client_id), array_agg(metric), array_agg(at), array_agg(total)) from (
    select organization_id, client_id, line.metric::smallint as metric, at, sum(line.total)::bigint as total from (
      select organization_id, client_id, quarter.at, count(*) filter (where is_start) as came, count(*) filter (where not is_start and status not in ('active', 'lead')) as gone
      from contacts cross join lateral (values (true, created_at), (false, last_activity_at)) moment (is_start, moment)
        cross join lateral (select date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00+00') as at) quarter
      where is_start or status not in ('active', 'lead') group by 1, 2, 3
    ) moved cross join lateral (values (40, came), (41, came), (42, came), (43, gone)) line (metric, total) where line.total > 0 group by 1, 2, 3, 4
    union all select organization_id, client_id, 44::smallint, created_at, 1 from forms
    union all select organization_id, client_id, 45::smallint, created_at, 1 from campaigns where status = 'ACTIVE'
  ) lines group by organization_id`;

/** The months before the first that a new database has. */
async function addPartitions(owner: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await owner.query(`
      do $$
      declare
        month timestamp;
        part text;
      begin
        for month in select generate_series(date_trunc('month', now() - interval '1 year'), now(), '1 month') loop
          part := '${table}_' || to_char(month, 'YYYYMM');
          if to_regclass('public.' || part) is null then
            execute format('create table %I partition of ${table} for values from (%L) to (%L)', part, month, month + interval '1 month');
            execute format('alter table %I enable row level security', part);
            execute format('alter table %I force row level security', part);
          end if;
        end loop;
      end
      $$`);
}

type Index = { table: string; name: string; definition: string; constraint: string | null };

/** Sorting all rows once is several times as quick as finding the place of each. Keys that other tables refer to stay. */
export async function withoutIndexes(owner: pg.Client, tables: string[], fill: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await owner.query<Index>(
    `select relation.relname as "table", index.relname as name, replace(pg_get_indexdef(index.oid), ' ON ONLY ', ' ON ') as definition, pg_get_constraintdef(own.oid) as constraint
     from pg_index join pg_class index on index.oid = indexrelid join pg_class relation on relation.oid = indrelid
       left join pg_constraint own on own.conindid = index.oid and own.contype = 'p'
     where relation.relname = any($1) and relation.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint foreign_key where foreign_key.conindid = index.oid and contype = 'f')`,
    [tables],
  );
  for (const { table, name, constraint } of indexes)
    await owner.query(constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  await fill();
  for (const { table, name, definition, constraint } of indexes)
    await owner.query(constraint ? `alter table ${table} add constraint ${name} ${constraint}` : definition);
}
