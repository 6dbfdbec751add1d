import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import type { TestTurn } from '@waggle/contracts/automation-trials';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { create, documentOf, path, waitDays } from '../test-harness.ts';

let api: TestApi;
let smtp: FakeSmtp;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({});
  smtp = await startFakeSmtp({});
});
beforeEach(async () => {
  smtp.received.length = 0;
  admin = await readyAdmin(api, smtp.port);
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const lane = (id: string, ...steps: Step[]) => ({ id, name: '', weight: 1, steps });
const email = (id: string, campaignId: string | null = null): Step => ({
  id,
  kind: 'email',
  campaignId,
  hours: null,
  cap: 'obey',
});
/** Tags, asks for the tag, waits two days, and waits for a click. */
const journey = (tagId: string, campaignId: string | null): AutomationDocument =>
  documentOf([
    { id: 'givetags', kind: 'tag', add: [tagId], remove: [] },
    {
      id: 'hasittag',
      kind: 'if',
      rule: { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tagId] }] },
      lanes: [lane('lanehasi', email('firstone', campaignId)), lane('lanenott')],
    },
    waitDays('waitdays', 2),
    {
      id: 'waitclic',
      kind: 'wait-for',
      what: { kind: 'email.clicked', of: { step: 'firstone' } },
      since: 'arrival',
      atMost: { amount: 3, unit: 'days' },
      lanes: [
        lane('laneclic', { id: 'tellteam', kind: 'notify', memberId: null, text: 'Call them' }),
        lane('lanelate'),
      ],
    },
  ]);

async function scene() {
  const tag = await ask(admin, 'POST', '/api/tags', { name: 'Reader' });
  const { id } = await create(admin, journey(tag.id, null));
  const { campaignId } = await ask(admin, 'POST', `${path}/${id}/emails`, {
    stepId: 'firstone',
    name: 'Hello',
    subject: 'Hello',
  });
  await ask(admin, 'PUT', `/api/campaigns/${campaignId}`, { htmlContent: '<p>Hello {{first_name}}</p>' });
  await ask(admin, 'PUT', `${path}/${id}/draft`, { document: journey(tag.id, campaignId) });
  const [contact] = await addPeople(api, admin, 1);
  return { id, tag, campaignId, contactId: contact!.id };
}

const passed = (turns: TestTurn[]) =>
  turns.flatMap(({ steps }) =>
    steps.filter(({ stepId }) => stepId !== '').map(({ stepId, outcome }) => `${stepId} ${outcome}`),
  );

test('a test walk skips waits, lists what steps would do, and does nothing', async () => {
  const { id, tag, campaignId, contactId } = await scene();
  const started = Date.now();

  const walk = (body: object) => ask(admin, 'POST', `${path}/${id}/test-walk`, { contactId, ...body });
  const late = await walk({});
  const clicked = await walk({ happens: ['waitclic'] });

  expect(passed(late.turns).join(', ')).toBe(
    'givetags done, hasittag rested, hasittag yes, firstone sent, waitdays rested, waitdays done, waitclic rested, waitclic late',
  );
  expect(passed(clicked.turns).slice(-2)).toEqual(['waitclic happened', 'tellteam done']);
  expect([late.end, late.fitsFilter, late.emails]).toEqual(['completed', true, []]);
  const effects = late.turns.flatMap((turn: TestTurn) => turn.steps.flatMap((step) => step.effects));
  expect(effects).toEqual([
    { kind: 'tag', add: [tag.id], remove: [] },
    { kind: 'email', campaignId },
  ]);
  const waits = late.turns.flatMap(({ waits }: TestTurn) => (waits?.stepId === 'waitdays' ? [waits.until] : []));
  expect(Date.parse(waits[0]) - started).toBeGreaterThan(46 * 3_600_000);
  const { rows } = await api.db.owner.query('select from contact_tags where contact_id = $1', [contactId]);
  expect([rows, smtp.received]).toEqual([[], []]);
});

test('its emails go to the person who tests, if they ask for them', async () => {
  const { id, contactId } = await scene();

  const walk = await ask(admin, 'POST', `${path}/${id}/test-walk`, { contactId, emailTo: 'me' });

  expect(walk.emails).toMatchObject([{ stepId: 'firstone', delivered: true, to: admin.user.email }]);
  expect(smtp.received.map(({ to }) => to)).toEqual([admin.user.email]);
});

test('a contact of somebody else is unknown, and what was never published has no live version', async () => {
  const { id, contactId } = await scene();
  const stranger = await readyAdmin(api, smtp.port);
  const [foreign] = await addPeople(api, stranger, 1);

  const refused = await admin.request('POST', `${path}/${id}/test-walk`, { contactId: foreign!.id });
  const unpublished = await admin.request('POST', `${path}/${id}/test-walk`, { contactId, of: 'live' });

  expect(refused.status).toBe(404);
  expect(unpublished).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
});
