// Many contacts in one organization beside two hundred others, made inside the database by SQL alone.
import type pg from 'pg';

const neighbours = 200;
const contactsOfNeighbour = 1_000;

export const firstNames =
  'Ada Alan Amir Anna Bea Boris Carla Chen Dana David Elif Emma Eva Felix Fatima Grace Hugo Ines Ivan Jana Jonas Karim Lena Leo Lina Marco Maria Mehmet Mia Nadia Noah Olga Omar Paul Petra Quinn Rosa Samir Sofia Tariq Tim Uma Vera Viktor Wei Xenia Yara Yusuf Zoe'.split(
    ' ',
  );
export const lastNames =
  'Abel Bauer Becker Brandt Costa Diaz Dubois Ernst Fischer Garcia Gomez Haas Hansen Ivanov Jansen Kaya Keller Khan Klein Kowalski Lang Lopez Maier Meyer Mueller Nguyen Novak Olsen Otto Peters Petrov Quist Rossi Sato Schmidt Schulz Silva Singh Smith Tanaka Urban Vogel Wagner Weber Winter Wolf Yilmaz Young Zhang Ziegler'.split(
    ' ',
  );
const hosts = [
  'gmail.example',
  'outlook.example',
  'yahoo.example',
  'web.example',
  'icloud.example',
  'corp-mail.example',
];

/** Companies of one first word; there are three of them, one in two spellings: 50,000 of the largest organization. */
const companiesOfWord = 16_667;

/** One contact in so many has the tag: from 40 % down to 0.03 %. */
export const tagEvery = [2.5, 4, 8, 20, 50, 100, 200, 500, 1_000, 3_333];

/** Fills the organization, and answers the ids of its tags, most common first. */
export async function loadContacts(owner: pg.Client, organizationId: string, contacts: number): Promise<string[]> {
  // Rows that are right by construction need no trigger and no key looked up for each of them.
  await owner.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'; select setseed(0.42)`);
  const { rows: indexes } = await owner.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename in ('contacts', 'contact_tags') and indexname not like '%_pkey'`,
  );
  for (const { indexname } of indexes) await owner.query(`drop index ${indexname}`);

  await insertContacts(owner, organizationId, contacts);
  const { rows: others } = await owner.query<{ id: string }>(
    `insert into organizations (name) select 'Neighbour ' || n from generate_series(1, ${neighbours}) n returning id`,
  );
  for (const { id } of others) await insertContacts(owner, id, contactsOfNeighbour);
  const tags = await insertTags(owner, organizationId);
  for (const { indexdef } of indexes) await owner.query(indexdef);
  await insertActivity(owner, organizationId);
  await countAgain(owner);
  await owner.query('set session_replication_role = default');
  await owner.query(
    'vacuum (analyze) contacts, contact_tags, contact_activity, contact_words, contact_tallies, contact_companies, tag_counts',
  );
  return tags;
}

const insertContacts = (owner: pg.Client, organizationId: string, contacts: number) =>
  owner.query(
    `insert into contacts (organization_id, email, first_name, last_name, phone, phone_e164, company, company_key, status, source, attributes,
       created_at, updated_at, last_activity_at)
     select $1, lower(first || '.' || last || '.' || to_hex(n) || '@' || host), first, last, phone, replace(phone, ' ', ''), company, public.company_key_of(company),
       case when fate < 0.82 then 'active' when fate < 0.9 then 'lead' when fate < 0.97 then 'unsubscribed'
         when fate < 0.995 then 'bounced' else 'complained' end,
       case when n % 10 < 7 then 'import' when n % 10 < 9 then 'form' else 'manual' end,
       jsonb_build_object('city', 'c' || n % 997, 'plan', case when n % 3 = 0 then 'pro' else 'free' end, 'score', n % 1000),
       at, at, at + (now() - at) * random()
     from (
       select n, ($3::text[])[1 + floor(random() * cardinality($3::text[]))] as first,
         ($4::text[])[1 + floor(random() * cardinality($4::text[]))] as last,
         ($5::text[])[1 + floor(random() * cardinality($5::text[]))] as host,
         case when random() < 0.6 then '+49 170 ' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0') end as phone,
         -- Eight of ten have one: a few large, most of some dozens.
         case when n % 5 > 0 then (array['Honey ', 'Maple ', 'HONEY ', 'Alder '])[1 + n % 4] || floor(power(random(), 2) * $6::int)::text end as company, random() as fate,
         now() - make_interval(secs => ($2::int - n) * 90.0 + random() * 3600) as at
       from generate_series(1, $2::int) n
     ) made`,
    [organizationId, contacts, firstNames, lastNames, hosts, companiesOfWord],
  );

async function insertTags(owner: pg.Client, organizationId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const every of tagEvery) {
    const { rows } = await owner.query<{ id: string }>(
      'insert into tags (organization_id, name) values ($1, $2) returning id',
      [organizationId, `One in ${every}`],
    );
    const id = rows[0]?.id ?? '';
    await owner.query(
      `insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
       select organization_id, id, $2, created_at from contacts where organization_id = $1 and random() < 1.0 / $3::float`,
      [organizationId, id, every],
    );
    ids.push(id);
  }
  return ids;
}

const insertActivity = (owner: pg.Client, organizationId: string) =>
  owner.query(
    `insert into contact_activity (organization_id, contact_id, happened_at, type)
     select organization_id, id, now() - random() * interval '14 days',
       (array['email.opened', 'email.opened', 'email.clicked', 'form.submitted'])[1 + floor(random() * 4)]
     from contacts, generate_series(1, 2) where organization_id = $1`,
    [organizationId],
  );

/** What the triggers would have kept. */
async function countAgain(owner: pg.Client): Promise<void> {
  await owner.query(`
    truncate contact_counts, contact_tallies, contact_companies, tag_counts;
    insert into contact_counts select organization_id, count(*) filter (where status in ('active', 'lead')) from contacts group by 1;
    insert into contact_tallies select organization_id, client_id, status, source, count(*) from contacts group by 1, 2, 3, 4;
    insert into contact_companies (organization_id, client_id, company_key, name, contacts, mailable)
      select organization_id, client_id, company_key, company, count(*), count(*) filter (where status in ('active', 'lead'))
      from contacts where company is not null group by 1, 2, 3, 4;
    insert into tag_counts select organization_id, tag_id, client_id, count(*) from contact_tags group by 1, 2, 3;
    insert into contact_words select distinct organization_id, unnest(public.words_in(name_folded))
      from (select distinct organization_id, name_folded from contacts) names on conflict do nothing`);
}
