import { mailboxProviders } from '@waggle/contracts/campaigns';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { foldAll } from '../progress/fold.ts';
import { path, reportSteps } from '../report/test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());
const { sent, hit, counted } = reportSteps(() => api);

/** One person for each domain, in this order. */
async function addAt(admin: ReadyAdmin, domains: readonly string[]): Promise<string[]> {
  const { rows } = await api.db.owner.query<{ email: string }>(
    `insert into contacts (organization_id, email) select $1::uuid, 'p' || no || '.' || left($1::uuid::text, 8) || '@' || domain
     from unnest($2::text[]) with ordinality given (domain, no) returning email`,
    [admin.user.organizationId, domains],
  );
  return rows.map(({ email }) => email);
}

const reported = async (admin: ReadyAdmin, id: string) => (await ask(admin, 'GET', `${path(id)}/report`)).mailboxes;

/** The same counted from the ledger. */
async function recount(id: string) {
  const { rows } = await api.db.owner.query(
    `select public.mailbox_provider(receiver) as provider, (count(*) filter (where state = 'accepted'))::int as sent, count(delivered_at)::int as delivered,
       count(opened_at)::int as opened, count(clicked_at)::int as clicked, count(bounced_at)::int as bounced
     from campaign_sends where campaign_id = $1 group by 1 order by 2 desc, 1`,
    [id],
  );
  return rows;
}

test('the report says what became of emails by mailbox provider, as a recount of the ledger does', async () => {
  const admin = await readyAdmin(api);
  const [ann, , , noah] = await addAt(admin, [
    'gmail.com',
    'googlemail.com',
    'gmail.com',
    'hotmail.fr',
    'maple.example',
  ]);
  const id = await sent(admin, { htmlContent: '<p>Hello <a href="https://maple.example/">shop</a></p>' });
  await hit(admin, id, { email: ann!, kind: 'open' });
  await hit(admin, id, { email: ann!, kind: 'click' });
  await hit(admin, id, { email: noah!, kind: 'open' });
  await counted(admin, id, { opened: 2, clicked: 1 });

  const mailboxes = await reported(admin, id);
  await foldAll(api.database, new AbortController().signal);

  expect(mailboxes).toEqual([
    { provider: 'gmail', sent: 3, delivered: 0, opened: 1, clicked: 1, bounced: 0 },
    { provider: 'other', sent: 1, delivered: 0, opened: 0, clicked: 0, bounced: 0 },
    { provider: 'outlook', sent: 1, delivered: 0, opened: 1, clicked: 0, bounced: 0 },
  ]);
  expect(await recount(id)).toEqual(mailboxes);
  expect(await reported(admin, id)).toEqual(mailboxes);
});

test('each number opens its rows', async () => {
  const admin = await readyAdmin(api);
  const [ann, ben, noah] = await addAt(admin, ['gmail.com', 'gmail.com', 'me.com']);
  const id = await sent(admin);
  await hit(admin, id, { email: ben!, kind: 'open' });
  await counted(admin, id, { opened: 1 });

  const rowsOf = async (query: string) => {
    const { items, total } = await ask(admin, 'GET', `${path(id)}/recipients?${query}`);
    return [total, ...items.map(({ email }: { email: string }) => email).toSorted()];
  };

  expect(await rowsOf('mailbox=gmail&state=accepted')).toEqual([2, ...[ann!, ben!].toSorted()]);
  expect(await rowsOf('mailbox=gmail')).toEqual([2, ...[ann!, ben!].toSorted()]);
  expect(await rowsOf('mailbox=gmail&event=opened')).toEqual([1, ben]);
  expect(await rowsOf('mailbox=icloud&state=accepted')).toEqual([1, noah]);
  expect(await rowsOf('mailbox=yahoo&state=accepted')).toEqual([0]);
  expect(await rowsOf(`mailbox=gmail&search=${ann}`)).toEqual([1, ann]);
});

test('figures follow whoever writes the ledger, and none are shown of what left before they were kept', async () => {
  const admin = await readyAdmin(api);
  const [one, two] = await addPeople(api, admin, 2);
  const { id } = await draft(admin);
  const { owner } = api.db;
  const { organizationId } = admin.user;
  await owner.query(
    `update campaigns set status = 'COMPLETED', sent_at = now(), campaign_month = date_trunc('month', now())::date, audience = 2,
       counts_kept = true where id = $1`,
    [id],
  );
  await owner.query(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver, bounced_at)
     select $1, date_trunc('month', now())::date, $2, person, state, 'yahoo.es', case state when 'failed' then now() end
     from unnest($3::uuid[], array['uncertain', 'failed']) given (person, state)`,
    [organizationId, id, [one!.id, two!.id]],
  );
  await ask(admin, 'POST', `${path(id)}/settle`, { contactIds: [one!.id], as: 'accepted' });
  expect(await reported(admin, id)).toEqual(await recount(id));
  expect(await reported(admin, id)).toMatchObject([{ provider: 'yahoo', sent: 1, bounced: 1 }]);

  await vi.waitFor(() => foldAll(api.database, new AbortController().signal), 30_000);
  await owner.query('delete from campaign_mailbox_deltas where campaign_id = $1', [id]);
  await owner.query('delete from campaign_mailboxes where campaign_id = $1', [id]);
  await owner.query(`update campaign_sends set opened_at = now() where campaign_id = $1 and contact_id = $2`, [
    id,
    one!.id,
  ]);

  expect(await reported(admin, id)).toEqual([]);
});

test('every provider the database tells is one that the report can name', async () => {
  const { rows } = await api.db.owner.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'mailbox_provider'`,
  );

  const told = Array.from(rows[0]!.source.matchAll(/(?:then|else) '([a-z]+)'/g), ([, provider]) => String(provider));
  expect(told.toSorted()).toEqual(mailboxProviders.toSorted());
});
