import { request } from 'node:http';
import type { Step } from '@waggle/contracts/automation-document';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { create, documentOf, enter, path, waitDays } from '#features/automations/test-harness.ts';
import { type MailedTenant, readMail, startMailedTenant } from '../compliance/mailed-tenant.ts';
import { person as reader } from '../harness/inbox-harness.ts';
import { ask } from '../sending/ready-admin.ts';

const patience = { timeout: 60_000, interval: 100 };
let tenant: MailedTenant;
beforeAll(async () => {
  tenant = await startMailedTenant();
  await tenant.rows(`update organizations set subscription_tier = 'system', timezone = 'UTC'`);
});
afterAll(() => tenant.close());

const emailStep = (campaignId: string | null): Step => ({
  id: 'firstone',
  kind: 'email',
  campaignId,
  hours: null,
  cap: 'obey',
});
const welcome = (campaignId: string | null) => documentOf([emailStep(campaignId), waitDays('waitdays', 3)]);

let people = 0;
/** One email with a link, then a wait; somebody got the email and waits. */
async function mailedByAutomation() {
  const { admin } = tenant;
  const { id } = await create(admin, welcome(null));
  const { campaignId } = await ask(admin, 'POST', `${path}/${id}/emails`, {
    stepId: 'firstone',
    name: 'Your first loaf',
    subject: 'Hello',
  });
  await ask(admin, 'PUT', `/api/campaigns/${campaignId}`, {
    htmlContent: '<p><a href="https://shop.example/bread">Bread</a></p>',
  });
  const { draftNo } = await ask(admin, 'PUT', `${path}/${id}/draft`, { document: welcome(campaignId) });
  await ask(admin, 'POST', `${path}/${id}/publish`, { draftNo });
  const email = `reader${(people += 1)}@traces.example`;
  const person = await ask(admin, 'POST', '/api/contacts', { email });
  await enter(admin, id, [person.id]);
  const mail = () => tenant.received.find(({ to }) => to === email);
  await expect.poll(mail, patience).toBeDefined();
  return { id: id as string, person: person as { id: string }, raw: mail()!.raw };
}

/** fetch would say of itself that it is a script. */
const visit = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      'user-agent': reader.userAgent,
      accept: reader.accept,
      'accept-language': 'en',
      'sec-fetch-mode': 'navigate',
    };
    request(url, { headers }, (answer) => answer.resume().on('end', () => resolve()))
      .on('error', reject)
      .end();
  });
const linesOf = async (contactId: string) =>
  (await ask(tenant.admin, 'GET', `/api/contacts/${contactId}/activity`)).items.map(
    ({ type, subject }: { type: string; subject: { name: string } | null }) => [type, subject?.name],
  );

test('an email of a step is a touch of what is bought, called by automation and email, and no campaign anywhere', async () => {
  const { admin } = tenant;
  const { person, raw } = await mailedByAutomation();
  const link = (await readMail(raw)).uris.find((uri) => uri.includes('/t/c/'))!;
  await visit(tenant.onEdge(link));
  await tenant.settled();
  const clicked = () => tenant.rows(`select subject_id from contact_touches where contact_id = $1`, person.id);
  await expect.poll(clicked, patience).toHaveLength(1);
  // The month after, another campaign sends the same step.
  const [later] = await tenant.rows(
    `insert into campaigns (organization_id, automation_id, step_id, step_month, step_pass, step_content, name, status, subject, content, recipients,
       tracking, campaign_month, sent_at, completed_at, audience)
     select organization_id, automation_id, step_id, step_month + interval '1 month', step_pass, step_content, name, status, subject, content,
       recipients, tracking, campaign_month, sent_at, completed_at, audience from campaigns where step_month is not null returning id`,
  );
  await tenant.rows(
    `insert into contact_touches (organization_id, contact_id, id, kind, subject_id, happened_at)
     select organization_id, contact_id, new_id(), kind, $2, happened_at - interval '1 hour' from contact_touches where contact_id = $1`,
    person.id,
    later!['id'],
  );

  await ask(admin, 'POST', '/api/purchases', { contactId: person.id, amount: '10', currency: 'USD' });
  const { items } = await ask(admin, 'GET', '/api/purchases');
  const { sources } = await ask(admin, 'GET', '/api/analytics/funnel?period=30d');

  const name = 'Welcome: Your first loaf';
  expect(items[0].touches).toMatchObject([
    { kind: 'click', name },
    { kind: 'click', name },
  ]);
  expect(sources).toMatchObject([{ kind: 'click', name, last: 1000, linear: 1000 }]);
  expect(sources).toHaveLength(1);
  for (const address of ['/api/campaigns', '/api/campaigns?search=loaf', '/api/analytics/campaigns?period=30d'])
    expect((await ask(admin, 'GET', address)).items).toEqual([]);
  expect((await ask(admin, 'GET', '/api/dashboard/work')).items.map(({ kind }: { kind: string }) => kind)).toEqual([
    'automation',
  ]);
});

test('the timeline tells entering, the email and leaving, page by page, with the run they belong to', async () => {
  const { admin } = tenant;
  const { id, person } = await mailedByAutomation();
  await expect.poll(() => linesOf(person.id), patience).toContainEqual(['email.sent', 'Welcome: Your first loaf']);
  const [run] = (await ask(admin, 'GET', `${path}/${id}/runs`)).items;
  await ask(admin, 'DELETE', `${path}/${id}/runs/${run.id}`);
  const address = `/api/contacts/${person.id}/activity?limit=1`;

  const lines = [];
  for (let cursor = ''; ;) {
    const { items, nextCursor } = await ask(admin, 'GET', `${address}${cursor}`);
    lines.push(...items);
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }

  expect(lines.filter(({ type }) => /^(automation|email)/.test(type))).toMatchObject([
    { type: 'automation.left', subject: { id, name: 'Welcome' }, data: { runId: run.id, reason: 'removed' } },
    { type: 'email.sent', subject: { name: 'Welcome: Your first loaf' } },
    { type: 'automation.entered', subject: { id, name: 'Welcome' }, data: { runId: run.id } },
  ]);
  expect(lines).toEqual((await ask(admin, 'GET', `/api/contacts/${person.id}/activity`)).items);
});
