import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodPassword } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { type Judge, startJudge } from '../../../test/sending/judge.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin, spring } from '../../../test/sending/ready-admin.ts';
import { stepsOf } from '../../../test/sending/steps.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { createWorker } from '../../worker.ts';
import { openDesk } from './sending/open-desk.ts';

vi.setConfig({ testTimeout: 60_000 });

let api: TestApi;
let judge: Judge;
/** Milliseconds the server takes for each mail. */
let pace = 0;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  judge = await startJudge({ beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, pace)) });
});
afterEach(() => {
  pace = 0;
  judge.received.length = 0;
});
afterAll(async () => {
  await api.close();
  await judge.close();
});

const house = () => readyAdmin(api, judge.port);
const read = (admin: ReadyAdmin, id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
const completed = (admin: ReadyAdmin, id: string) =>
  vi.waitFor(async () => expect((await read(admin, id)).status).toBe('COMPLETED'), { timeout: 30_000, interval: 50 });
const received = (people: number) =>
  vi.waitFor(() => expect(judge.received.length).toBeGreaterThanOrEqual(people), { timeout: 20_000, interval: 5 });
const unfolded = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
/** Quoted-printable undone. */
const body = (raw: string) =>
  raw
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

describe('a campaign that is sent', () => {
  test('arrives once with each person, signed, with footer and a way to opt out, and is completed', async () => {
    const admin = await house();
    const people = await addPeople(api, admin, 12);
    const { id } = await draft(admin, {
      htmlContent:
        '<html lang="fr"><body><p>Bonjour {{first_name}}</p><a href="https://maple.example/">Ici</a></body></html>',
    });

    const sent = await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await completed(admin, id);

    expect(sent.recipientCount).toBe(12);
    expect(judge.received.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
    for (const { raw, to } of judge.received) {
      const head = unfolded(raw);
      expect(head).toContain(`To: ${to}`);
      expect(head).toMatch(/^List-Unsubscribe: <http:\/\/waggle\.test\/\S+>$/m);
      expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      expect(head).toContain(`<hello@${admin.domain.domain}>`);
      expect(body(raw)).toContain('1 High Street');
      expect(body(raw)).toContain('Bonjour Person');
      // The footer speaks the language of the mail.
      expect(body(raw)).toMatch(/Se d\S+sabonner/);
    }
    const { results } = await dkimVerify(judge.received[0]!.raw, {
      resolver: async (name: string) => admin.domain.records.filter((r) => r.name === name).map(({ value }) => [value]),
    });
    expect(results.map(({ status, signingDomain }: any) => [status.result, signingDomain])).toEqual([
      ['pass', admin.domain.domain],
      ['pass', admin.domain.domain],
    ]);
    expect(await read(admin, id)).toMatchObject({
      audience: 12,
      progress: { accepted: 12 },
      stats: { sent: 12 },
      completedAt: expect.any(String),
    });
  });

  test('D6: stands in the timeline of everybody who got it, with its name', async () => {
    const admin = await house();
    const [person] = await addPeople(api, admin, 3);
    const { id, name } = await draft(admin);
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await completed(admin, id);

    const { items } = await ask(admin, 'GET', `/api/contacts/${person!.id}/activity`);

    expect(items.filter(({ type }: { type: string }) => type === 'email.sent')).toMatchObject([
      { subject: { id, name } },
    ]);
  });

  test('names its mails to Postmark where they leave through it, and to nobody else', async () => {
    const admin = await house();
    await addPeople(api, admin, 1);
    const { id } = await draft(admin);
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await completed(admin, id);
    const { rows } = await api.db.owner.query(
      `select id as "sendId", to_char(campaign_month, 'YYYY-MM-DD') as month from campaign_sends where campaign_id = $1`,
      [id],
    );

    // The same campaign once more, made ready for another server.
    await api.db.owner.query(`update smtp_connections set host = 'smtp.postmarkapp.com' where id = $1`, [
      admin.connection.id,
    ]);
    const { organizationId } = admin.user;
    const { campaigns } = stepsOf(api, organizationId);
    const desk = await openDesk(
      campaigns,
      { organizationId, campaignId: id, month: rows[0].month },
      createLog({ LOG_LEVEL: 'silent' }, 'test'),
    );
    const reader = { email: 'p@ready.example', firstName: null, lastName: null, phone: null, attributes: {} };
    const nobody = { addressHash: Buffer.alloc(32), clientMark: Buffer.alloc(4) };
    const { message } = desk!.mailing.compose({ ...reader, sendId: rows[0].sendId, hashed: nobody });

    expect(judge.received.map(({ raw }) => raw.includes('X-PM-'))).toEqual([false]);
    expect(unfolded(message.toString('latin1'))).toMatch(new RegExp(`^X-PM-Metadata-send: ${rows[0].sendId}$`, 'm'));
  });

  test('waits for its time, and is then started once by two schedulers and their workers', async () => {
    const second = openDatabase(api.config);
    const worker = await createWorker(api.config, second, createLog(api.config, 'test'));
    const admin = await house();
    const people = await addPeople(api, admin, 20);
    const at = new Date(Date.now() + 2_000).toISOString();
    const ids: string[] = [];
    for (let campaign = 0; campaign < 8; campaign += 1) {
      const { id } = await draft(admin, { name: `Number ${campaign}`, scheduledAt: at });
      await ask(admin, 'POST', `/api/campaigns/${id}/send`);
      ids.push(id);
    }
    const early = judge.received.length;
    await Promise.all(ids.map((id) => completed(admin, id)));
    await worker.stop();
    await second.close();

    expect(early).toBe(0);
    expect(judge.received).toHaveLength(8 * people.length);
    expect(new Set(judge.received.map(({ messageId }) => messageId)).size).toBe(8 * people.length);
    for (const id of ids) expect((await read(admin, id)).progress).toEqual({ accepted: 20 });
  });

  test('says what it said when it began, whatever is edited meanwhile', async () => {
    const admin = await house();
    const people = await addPeople(api, admin, 60);
    const { id } = await draft(admin);
    pace = 100;
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await received(5);

    await ask(admin, 'PUT', `/api/sending/senders/${admin.sender.id}`, { fromName: 'Somebody Else' });
    await ask(admin, 'PUT', '/api/sending/address', { postalAddress: '2 Low Street' });
    const edited = await admin.request('PUT', `/api/campaigns/${id}`, {
      subject: 'Other',
      htmlContent: '<p>Other</p>',
    });
    const gone = people.filter(({ email }) => !judge.received.some(({ to }) => to === email)).slice(-3);
    for (const { id } of gone) await ask(admin, 'DELETE', `/api/contacts/${id}`);
    pace = 0;
    await completed(admin, id);

    const { progress, audience } = await read(admin, id);
    expect(edited.status).toBe(409);
    expect(audience).toBe(60);
    expect(progress.accepted + (progress.suppressed ?? 0)).toBe(60);
    expect(judge.received).toHaveLength(progress.accepted);
    for (const { raw } of judge.received) {
      expect(unfolded(raw)).toContain('Maple & Rye');
      expect(unfolded(raw)).toContain('Subject: Spring is here');
      expect(body(raw)).toContain('1 High Street');
    }
    const { rows } = await api.db.owner.query(
      `select distinct reason from campaign_sends where campaign_id = $1 and state = 'suppressed'`,
      [id],
    );
    expect(rows).toEqual(progress.suppressed ? [{ reason: 'deleted' }] : []);
  });

  test('stops when its organization is deleted', async () => {
    const admin = await house();
    await addPeople(api, admin, 400);
    const { id } = await draft(admin);
    pace = 150;
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await received(5);

    const { name } = await ask(admin, 'GET', '/api/organization');
    const deleted = await admin.request('DELETE', '/api/organization', { name, password: goodPassword });
    const atOnce = judge.received.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const later = judge.received.length;
    await new Promise((resolve) => setTimeout(resolve, 500));

    expect(deleted.status).toBeLessThan(300);
    // Those whose dot was given already; nothing new.
    expect(later - atOnce).toBeLessThanOrEqual(20);
    expect(judge.received).toHaveLength(later);
    const { rows } = await api.db.owner.query('select from campaign_sends where campaign_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a test mail of a campaign', () => {
  test('goes to the signed-in person alone, as the mail would arrive', async () => {
    const admin = await house();
    await addPeople(api, admin, 3);
    const { id } = await draft(admin, {
      htmlContent: '<p>Hello {{first_name}}</p><a href="https://maple.example/menu">Menu</a>',
    });

    const answer = await ask(admin, 'POST', `/api/campaigns/${id}/test`);
    const [mail] = judge.received;

    expect(answer).toMatchObject({ delivered: true, to: admin.user.email, answer: expect.stringContaining('250') });
    expect(judge.received.map(({ to }) => to)).toEqual([admin.user.email]);
    expect(body(mail!.raw)).toContain('Hello Admin');
    expect(body(mail!.raw)).toContain('"https://maple.example/menu"');
    expect(body(mail!.raw)).toContain('1 High Street');
    expect(unfolded(mail!.raw)).toContain('List-Unsubscribe-Post');
    expect(await read(admin, id)).toMatchObject({ status: 'DRAFT', audience: null });
  });

  test('says what is wrong with the content instead', async () => {
    const admin = await house();
    const { id } = await draft(admin, { ...spring, htmlContent: '<p>{{ nobody }}</p>' });

    const answer = await admin.request('POST', `/api/campaigns/${id}/test`);

    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('line 1') } });
    expect(judge.received).toEqual([]);
  });
});
