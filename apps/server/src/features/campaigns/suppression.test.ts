import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from '../../../test/harness/cases.ts';
import { goodPassword } from '../../../test/harness/people.ts';
import { createCaller, startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { say } from '../../../test/matrix/say.ts';
import { ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { type Steps, stepsOf } from '../../../test/sending/steps.ts';
import { claim, write } from './sending/queries.ts';

let api: TestApi;
let admin: ReadyAdmin;
/** The same person looking at a client. */
let inClient: Pick<ReadyAdmin, 'request'>;
let steps: Steps;
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  // Two hundred stories can leave more people than a small plan takes.
  await api.db.owner.query(`update organizations set subscription_tier = 'system'`);
  steps = stepsOf(api, admin.user.organizationId);
  const { id: clientId } = await ask(admin, 'POST', '/api/clients', { name: 'Client', email: null });
  const caller = createCaller(api.app);
  await ask(caller, 'POST', '/api/auth/login', { email: admin.user.email, password: goodPassword });
  await ask(caller, 'POST', '/api/auth/set-active-client', { clientId });
  inClient = caller;
});
afterAll(() => api.close());

const operations = [
  'is added',
  'is added by a client',
  'is set active',
  'consents',
  'is deleted',
  'is suppressed',
  'campaign begins',
  'mails are handed out',
] as const;

type Story = { email: string; suppressed: boolean; campaigns: string[]; offered: number };

async function contactsOf(email: string): Promise<string[]> {
  const { rows } = await api.db.owner.query<{ id: string }>(
    'select id from contacts where organization_id = $1 and email_folded = lower($2) order by id',
    [admin.user.organizationId, email],
  );
  return rows.map(({ id }) => id);
}

async function perform(story: Story, operation: (typeof operations)[number]): Promise<void> {
  const { email } = story;
  const [contact] = await contactsOf(email);
  if (operation === 'is added') await add(admin, { email, clientId: null });
  else if (operation === 'is added by a client') await add(inClient, { email });
  else if (operation === 'is suppressed') {
    await ask(admin, 'POST', '/api/suppressions', { address: email });
    story.suppressed = true;
  } else if (operation === 'mails are handed out') for (const id of story.campaigns) await handOut(story, id);
  else if (!contact) return;
  else if (operation === 'is set active') await admin.request('PUT', `/api/contacts/${contact}`, { status: 'active' });
  else if (operation === 'is deleted') await admin.request('DELETE', `/api/contacts/${contact}`);
  else if (operation === 'consents')
    await admin.request('POST', `/api/contacts/${contact}/consents`, {
      channel: 'email',
      state: 'granted',
      basis: 'Signed at the fair',
    });
  else await beginCampaign(story);
}

async function add(person: Pick<ReadyAdmin, 'request'>, contact: object): Promise<void> {
  const { status, body } = await person.request('POST', '/api/contacts', contact);
  // Any other refusal would leave the stories without people.
  if (status !== 201) expect(body.message).toContain('already');
}

async function beginCampaign(story: Story): Promise<void> {
  const recipients = { type: 'segments', contactIds: await contactsOf(story.email), everyClient: true };
  const { id } = await draft(admin, { recipients, clientId: null });
  const sent = await admin.request('POST', `/api/campaigns/${id}/send`);
  if (sent.status !== 200) {
    expect(sent.body.message).toContain('No one would receive');
    return;
  }
  await steps.begin(id);
  await steps.freeze(id);
  story.campaigns.push(id);
}

/** Claim and offer as a worker does; whoever is offered gets the mail. */
async function handOut(story: Story, campaignId: string): Promise<void> {
  const ctx = steps.ctxAt(new Date());
  const { rows } = await api.db.owner.query<{ month: string }>(
    `select to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns where id = $1`,
    [campaignId],
  );
  const ledger = { campaignId, month: rows[0]!.month };
  const claimed = await claim(ctx, ledger, { limit: 10, leaseSeconds: 30, notTo: [] });
  const offered =
    claimed.length > 0 ? (await write(ctx, ledger, { results: [], offers: claimed }, 30)).offered : new Set();
  story.offered += offered.size;
  if (story.suppressed) expect(offered.size).toBe(0);
}

// Always the same ones: of a few made by chance none may meet a suppression.
const stories = { numRuns: casesOf(500), seed: 17 };

test('C17 a suppressed address gets nothing, in whatever order things happen', async () => {
  let [number, offered, refused] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...operations, 'is added', 'campaign begins'), { minLength: 6, maxLength: 14 }),
      async (sequence) => {
        const story: Story = { email: `p${(number += 1)}@fair.example`, suppressed: false, campaigns: [], offered: 0 };
        for (const operation of sequence) await perform(story, operation);
        await perform(story, 'mails are handed out');
        offered += story.offered;
        refused += story.suppressed && story.campaigns.length > 0 ? 1 : 0;
      },
    ),
    stories,
  );
  say(`suppression: ${stories.numRuns} stories, ${offered} mails before it, ${refused} campaigns held back by it`);
  expect(offered).toBeGreaterThan(stories.numRuns / 20);
  expect(refused).toBeGreaterThan(stories.numRuns / 20);
});

test('C18 who opted out of marketing still gets the mail that resets a password', async () => {
  const working = await startTestApi({ workers: true });
  const person = await readyAdmin(working);
  const { email } = person.user;
  const contact = await ask(person, 'POST', '/api/contacts', { email });
  await ask(person, 'POST', '/api/suppressions', { address: email });
  const { id } = await draft(person, { recipients: { type: 'segments', contactIds: [contact.id] } });

  const marketing = await person.request('POST', `/api/campaigns/${id}/send`);
  await ask(working.visitor(), 'POST', '/api/auth/forgot-password', { email });
  const mail = await working.mail.waitFor(email);
  await working.close();

  expect(marketing).toMatchObject({ status: 400, body: { message: expect.stringContaining('No one would receive') } });
  expect(mail.text).toContain('http');
});
