import { request } from 'node:http';
import { compile } from '@waggle/automations/compile';
import { AutomationDocument, type Trigger } from '@waggle/contracts/automation-document';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { watchSegments } from '#features/automations/triggers/watch-segments.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { type MailedTenant, readMail, startMailedTenant } from '../compliance/mailed-tenant.ts';
import { machine, person } from '../harness/inbox-harness.ts';
import { ask } from '../sending/ready-admin.ts';

const soon = { timeout: 60_000, interval: 50 };
let tenant: MailedTenant;
beforeAll(async () => {
  tenant = await startMailedTenant();
  await tenant.rows(`update organizations set subscription_tier = 'system'`);
  const isListening = async () => {
    const readers = await tenant.rows(
      `select from event_readers where subscriber in ('automations', 'segment-members')`,
    );
    if (readers.length < 2) throw new Error('Nobody listens yet.');
  };
  await vi.waitFor(isListening, soon);
});
afterAll(() => tenant.close());

/** One that everybody may enter as often as they like, and waits in for a day. */
async function live(...triggers: Trigger[]): Promise<string> {
  const { organizationId } = tenant.admin.user;
  const document = AutomationDocument.parse({
    format: 1,
    triggers,
    entry: { filter: null, again: 'each-time' },
    stay: { filter: null, leaveWhen: [] },
    goal: null,
    hours: null,
    steps: [{ id: 'waitaday', kind: 'wait', for: { amount: 1, unit: 'days' } }],
  });
  const [row] = await tenant.rows(
    `insert into automations (organization_id, name, status, draft, live_version) values ($1, 'One', 'live', $2, 1) returning id`,
    organizationId,
    JSON.stringify(document),
  );
  await tenant.rows(
    `insert into automation_versions (organization_id, automation_id, version, document, program) values ($1, $2, 1, $3, $4)`,
    organizationId,
    row!['id'],
    JSON.stringify(document),
    JSON.stringify({ ...compile(document), emails: {} }),
  );
  return row!['id'] as string;
}
/** Who ever got in and how often. */
const entries = async (automationId: string) =>
  (
    await tenant.rows(
      'select contact_id, times from automation_entries where automation_id = $1 order by contact_id',
      automationId,
    )
  ).map(({ contact_id, times }) => ({ contactId: contact_id as string, times: times as number }));

type Visitor = { userAgent: string; accept: string; language?: string; fetchMode?: string };
/** fetch would say of itself that it is a script. */
const visit = (url: string, { userAgent, accept, language, fetchMode }: Visitor) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      'user-agent': userAgent,
      accept,
      ...(language && { 'accept-language': language }),
      ...(fetchMode && { 'sec-fetch-mode': fetchMode }),
    };
    request(url, { headers }, (answer) => answer.resume().on('end', () => resolve()))
      .on('error', reject)
      .end();
  });

test('opens and clicks of machines let nobody in, those of people do', async () => {
  const automationId = await live({ kind: 'email.opened', of: null }, { kind: 'email.clicked', of: null });
  const [reader, scanner] = await tenant.mailTo(2);
  const mails = await Promise.all(tenant.received.map(async ({ to, raw }) => ({ to, ...(await readMail(raw)) })));
  const linkOf = (email: string, part: string) =>
    tenant.onEdge(mails.find(({ to }) => to === email)!.uris.find((uri) => uri.includes(part))!);

  for (const part of ['/t/o/', '/t/c/']) await visit(linkOf(scanner!.email, part), machine);
  for (const part of ['/t/o/', '/t/c/']) await visit(linkOf(reader!.email, part), person);
  await tenant.settled();

  await expect.poll(() => entries(automationId), soon).toEqual([{ contactId: reader!.id, times: 2 }]);
  expect(
    await tenant.rows(
      `select from contact_activity where contact_id = $1 and type in ('email.opened', 'email.clicked')`,
      scanner!.id,
    ),
  ).toEqual([]);
});

test('a tag, an event of a program and a segment let in whom they concern', async () => {
  const { admin, api } = tenant;
  const { id: tagId } = await ask(admin, 'POST', '/api/tags', { name: 'Entering' });
  const rules = { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tagId] }] };
  const { id: segmentId } = await ask(admin, 'POST', '/api/segments', { name: 'Entering', rules });
  const [tagged, told, segmented] = [
    await live({ kind: 'tag.added', tagId }),
    await live({ kind: 'event', name: 'trial.started' }),
    await live({ kind: 'segment.entered', segmentId }),
  ];
  await watchSegments(backgroundContext(api.database, admin.user.organizationId, 'test'));
  await expect.poll(() => tenant.rows('select from segment_watches where filled_at is not null'), soon).toHaveLength(1);
  const { id: contactId } = await ask(admin, 'POST', '/api/contacts', { email: 'enters@automations.example' });

  await ask(admin, 'POST', `/api/contacts/${contactId}/tags`, { tagId });
  await ask(admin, 'POST', `/api/contacts/${contactId}/events`, { name: 'trial.started' });
  await ask(admin, 'POST', `/api/contacts/${contactId}/events`, { name: 'trial.ended' });

  for (const automationId of [tagged, told, segmented])
    await expect.poll(() => entries(automationId), soon).toEqual([{ contactId, times: 1 }]);
});
