import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { randomFrom } from '../../../../test/harness/random.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { importer } from '../import/test-harness.ts';

let api: TestApi;
let admin: Person;
let clients: (string | null)[];
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [
    admin.user.organizationId,
  ]);
  const client = async (name: string) => (await ask(admin, 'POST', '/api/clients', { name })).id as string;
  clients = [null, await client('Bakery'), await client('Cycles')];
});

const owned = async (statement: string, ...values: unknown[]) =>
  (await api.db.owner.query(statement, [admin.user.organizationId, ...values])).rows;

/** Kept figures that differ from what the contacts say, either way. */
const wrong = () =>
  owned(`
    select client_id, company_key, name, kept, counted from (
      select client_id, company_key, name, concat_ws(' ', contacts, mailable) as kept, coalesce(client_id::text, '') as client
      from contact_companies where organization_id = $1) known
    full join (
      select coalesce(client_id::text, '') as client, company_key, company as name,
        concat_ws(' ', count(*), count(*) filter (where status in ('active', 'lead'))) as counted
      from contacts where organization_id = $1 and company is not null group by 1, 2, 3) found using (client, company_key, name)
    where kept is distinct from counted`);

const spellings = ['Acme', 'ACME', 'Ac me', 'Blue Sky', 'BlueSky', 'blue  sky', 'Café Noir', 'CAFÉ NOIR', '龍', null];

function steps(random: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const company = () => pick(spellings);
  const batches: string[] = [];
  const imports: string[] = [];
  let added = 0;
  const ids = async (most: number) =>
    (
      await owned(
        'select id from contacts where organization_id = $1 order by md5(id::text || $2) limit $3',
        random(),
        most,
      )
    ).map(({ id }) => id as string);
  const one = async () => (await ids(1))[0] ?? '';
  const post = (path: string, body?: object) => admin.request('POST', `/api/contacts${path}`, body);
  const edit = async (change: object) => admin.request('PUT', `/api/contacts/${await one()}`, change);
  const batch = async (body: object) => {
    const answer = await post('/batches', { ...body, ids: await ids(4) });
    if (answer.status === 201) batches.push(answer.body.id as string);
  };
  const add = () =>
    post('', {
      email: `p${(added += 1)}@company.example`,
      company: company(),
      clientId: pick(clients),
      status: 'lead',
    });

  return [
    add,
    add,
    add,
    () => edit({ company: company() }),
    () => edit({ company: company() }),
    () => edit({ status: 'unsubscribed' }),
    () => edit({ firstName: `Name ${random()}` }),
    async () => admin.request('DELETE', `/api/contacts/${await one()}`),
    async () => post(`/${await one()}/merge`, { otherId: await one(), take: random() < 0.5 ? ['company'] : [] }),
    async () => post('/move', { ids: await ids(2), clientId: pick(clients) }),
    () => batch({ action: 'delete' }),
    () => batch({ action: 'status', status: pick(['active', 'lead', 'unsubscribed']) }),
    () => post(`/batches/${batches.pop() ?? 'none'}/undo`),
    // One statement over many, with activities that move both ways.
    () =>
      owned(
        `update contacts set company = case when random() < 0.5 then company else $2 end,
           last_activity_at = now() - make_interval(hours => (random() * 100)::int)
         where organization_id = $1 and random() < 0.4`,
        company(),
      ),
    async () => {
      if (random() < 0.7) return;
      await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: clients[1] });
      const rows = Array.from(
        { length: 8 },
        () => `p${Math.ceil(random() * (added + 4))}@company.example,${company() ?? ''}`,
      );
      const plan = { existing: 'update' as const };
      imports.push((await importer(admin).imported(`Email,Employer\n${[...new Set(rows)].join('\n')}\n`, plan)).id);
      if (random() < 0.5) await importer(admin).undo(imports.pop() ?? '');
      await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: null });
    },
  ];
}

test('kept figures equal a recount after every one of 200 random changes', async () => {
  const seed = randomInt(1e9);
  const random = randomFrom(seed);
  const choices = steps(random);
  for (let at = 0; at < 200; at += 1) {
    const step = Math.floor(random() * choices.length);
    await choices[step]!();
    expect(await wrong(), `seed ${seed}, change ${at}, kind ${step}`).toEqual([]);
  }
  expect((await owned('select from contact_companies where organization_id = $1')).length).toBeGreaterThan(0);
});

test('changes at the same moment are all counted', async () => {
  const choices = steps(randomFrom(7));
  for (let round = 0; round < 30; round += 1) await choices[0]!();

  for (let round = 0; round < 5; round += 1) {
    await Promise.all(choices.slice(0, 13).map((change) => change()));
    expect(await wrong(), `round ${round}`).toEqual([]);
  }
});
