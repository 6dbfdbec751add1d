import { defaultTheme } from '@waggle/contracts/email-document';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodPassword, joinTeam } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin, spring } from '../../../../test/sending/ready-admin.ts';
import { stepsOf } from '../../../../test/sending/steps.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { createLog } from '../../../platform/log.ts';
import { createWorker } from '../../../worker.ts';
import { openCampaign } from './open-campaign.ts';

let api: TestApi;
let fakeSmtp: FakeSmtp;
/** Milliseconds the server takes for each mail. */
let rateLimiter = 0;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  fakeSmtp = await startFakeSmtp({ beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, rateLimiter)) });
});
afterEach(() => {
  rateLimiter = 0;
  fakeSmtp.received.length = 0;
});
afterAll(async () => {
  await api.close();
  await fakeSmtp.close();
});

const tenant = () => readyAdmin(api, fakeSmtp.port);
const read = (admin: ReadyAdmin, id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
const completed = (admin: ReadyAdmin, id: string) =>
  vi.waitFor(async () => expect((await read(admin, id)).status).toBe('COMPLETED'), { timeout: 60_000, interval: 50 });
const received = (people: number) =>
  vi.waitFor(() => expect(fakeSmtp.received.length).toBeGreaterThanOrEqual(people), { timeout: 60_000, interval: 5 });
const unfolded = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
/** Quoted-printable undone. */
const body = (raw: string) =>
  raw
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

describe('a campaign that is sent', () => {
  test('arrives once with each person, signed, with footer and a way to opt out, and is completed', async () => {
    const admin = await tenant();
    const people = await addPeople(api, admin, 12);
    const { id } = await draft(admin, {
      htmlContent:
        '<html lang="fr"><body><p>Bonjour {{first_name}}</p><a href="https://maple.example/">Ici</a></body></html>',
    });

    const sent = await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await completed(admin, id);

    expect(sent.recipientCount).toBe(12);
    expect(fakeSmtp.received.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted());
    for (const { raw, to } of fakeSmtp.received) {
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
    const { results } = await dkimVerify(fakeSmtp.received[0]!.raw, {
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
    const admin = await tenant();
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
    const admin = await tenant();
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
    const opened = await openCampaign(campaigns, { organizationId, campaignId: id, month: rows[0].month });
    const reader = {
      email: 'p@ready.example',
      firstName: null,
      lastName: null,
      phone: null,
      company: null,
      attributes: {},
    };
    const nobody = { addressHash: Buffer.alloc(32), clientMark: Buffer.alloc(4) };
    const { message } = opened!.mailing.compose({ ...reader, sendId: rows[0].sendId, hashed: nobody });

    expect(fakeSmtp.received.map(({ raw }) => raw.includes('X-PM-'))).toEqual([false]);
    expect(unfolded(message.toString('latin1'))).toMatch(new RegExp(`^X-PM-Metadata-send: ${rows[0].sendId}$`, 'm'));
  });

  test('shows a part that is for a tag to those who have it', async () => {
    const admin = await tenant();
    const [tagged, other] = await addPeople(api, admin, 2);
    const tag = await ask(admin, 'POST', '/api/tags', { name: 'Member' });
    await ask(admin, 'POST', `/api/contacts/${tagged!.id}/tags`, { tagId: tag.id });
    const { id } = await draft(admin, {
      htmlContent: `<p>All</p>{% if tags contains "${tag.id}" %}<p>Members</p>{% endif %}`,
    });

    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await completed(admin, id);

    const saw = Object.fromEntries(fakeSmtp.received.map(({ to, raw }) => [to, body(raw).includes('Members')]));
    expect(saw).toEqual({ [tagged!.email]: true, [other!.email]: false });
  });

  test('says in its subject what is for a tag to those who have it', async () => {
    const admin = await tenant();
    const [tagged, other] = await addPeople(api, admin, 2);
    const tag = await ask(admin, 'POST', '/api/tags', { name: 'Member' });
    await ask(admin, 'POST', `/api/contacts/${tagged!.id}/tags`, { tagId: tag.id });
    const { id } = await draft(admin, {
      subject: `{% if tags contains "${tag.id}" %}For members{% else %}For all{% endif %}`,
    });

    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await completed(admin, id);

    const saw = fakeSmtp.received.map(({ to, raw }) => [to, /^Subject: (.*)$/m.exec(unfolded(raw))?.[1]]);
    expect(Object.fromEntries(saw)).toEqual({ [tagged!.email]: 'For members', [other!.email]: 'For all' });
  });

  test('a part for a tag of another organization is for no one, and says nothing of that tag', async () => {
    const [admin, stranger] = [await tenant(), await tenant()];
    const secret = await ask(stranger, 'POST', '/api/tags', { name: 'Takeover of Acme' });
    const [person] = await addPeople(api, admin, 1);
    const heading = { kind: 'heading', level: 1 };
    const blocks = [
      { ...heading, id: 'a', text: [{ text: 'Strangers' }], showIf: { kind: 'tag', tagId: secret.id, has: true } },
      { ...heading, id: 'b', text: [{ text: 'Own' }], showIf: { kind: 'tag', tagId: secret.id, has: false } },
      { kind: 'footer', id: 'c', body: [] },
    ];
    const { id } = await draft(admin, {
      document: { version: 1, theme: defaultTheme, blocks },
      htmlContent: undefined,
    });

    const preview = await ask(admin, 'POST', `/api/campaigns/${id}/preview`, { contactId: person!.id });
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await completed(admin, id);

    const seen = [preview.html, ...fakeSmtp.received.map(({ raw }) => body(raw))];
    expect(seen.map((text: string) => ['Strangers', 'Own', 'Takeover'].map((word) => text.includes(word)))).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
  });

  test('waits for its time, and is then started once by two schedulers and their workers', async () => {
    const second = openDatabase(api.config);
    const worker = await createWorker(api.config, second, createLog(api.config, 'test'));
    const admin = await tenant();
    const people = await addPeople(api, admin, 20);
    // A time that cannot come while eight campaigns are still being made, however busy the machine is.
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const ids: string[] = [];
    for (let campaign = 0; campaign < 8; campaign += 1) {
      const { id } = await draft(admin, { name: `Number ${campaign}`, scheduledAt: at });
      await ask(admin, 'POST', `/api/campaigns/${id}/send`);
      ids.push(id);
    }
    const early = fakeSmtp.received.length;
    await api.db.owner.query('update campaigns set scheduled_at = now() where id = any ($1)', [ids]);
    await Promise.all(ids.map((id) => completed(admin, id)));
    await worker.stop();
    await second.close();

    expect(early).toBe(0);
    expect(fakeSmtp.received).toHaveLength(8 * people.length);
    expect(new Set(fakeSmtp.received.map(({ messageId }) => messageId)).size).toBe(8 * people.length);
    for (const id of ids) expect((await read(admin, id)).progress).toEqual({ accepted: 20 });
  });

  test('says what it said when it began, whatever is edited meanwhile', async () => {
    const admin = await tenant();
    const people = await addPeople(api, admin, 60);
    const { id } = await draft(admin);
    rateLimiter = 100;
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await received(5);

    await ask(admin, 'PUT', `/api/sending/senders/${admin.sender.id}`, { fromName: 'Somebody Else' });
    await ask(admin, 'PUT', '/api/sending/address', { postalAddress: '2 Low Street' });
    const edited = await admin.request('PUT', `/api/campaigns/${id}`, {
      subject: 'Other',
      htmlContent: '<p>Other</p>',
    });
    const gone = people.filter(({ email }) => !fakeSmtp.received.some(({ to }) => to === email)).slice(-3);
    for (const { id } of gone) await ask(admin, 'DELETE', `/api/contacts/${id}`);
    rateLimiter = 0;
    await completed(admin, id);

    const { progress, audience } = await read(admin, id);
    expect(edited.status).toBe(409);
    expect(audience).toBe(60);
    expect(progress.accepted + (progress.suppressed ?? 0)).toBe(60);
    expect(fakeSmtp.received).toHaveLength(progress.accepted);
    for (const { raw } of fakeSmtp.received) {
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
    const admin = await tenant();
    await addPeople(api, admin, 400);
    const { id } = await draft(admin);
    rateLimiter = 150;
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await received(5);

    const { name } = await ask(admin, 'GET', '/api/organization');
    const deleted = await admin.request('DELETE', '/api/organization', { name, password: goodPassword });
    const atOnce = fakeSmtp.received.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const later = fakeSmtp.received.length;
    await new Promise((resolve) => setTimeout(resolve, 500));

    expect(deleted.status).toBeLessThan(300);
    // Those whose dot was given already; nothing new.
    expect(later - atOnce).toBeLessThanOrEqual(20);
    expect(fakeSmtp.received).toHaveLength(later);
    const { rows } = await api.db.owner.query('select status from campaigns where id = $1', [id]);
    expect(rows).toEqual([{ status: 'PAUSED' }]);
  });
});

describe('a test mail of a campaign', () => {
  test('goes to the signed-in person alone, as the mail would arrive', async () => {
    const admin = await tenant();
    await addPeople(api, admin, 3);
    const { id } = await draft(admin, {
      htmlContent: '<p>Hello {{first_name}}</p><a href="https://maple.example/menu">Menu</a>',
    });

    const answer = await ask(admin, 'POST', `/api/campaigns/${id}/test`);
    const [mail] = fakeSmtp.received;

    expect(answer).toMatchObject({ delivered: true, to: admin.user.email, answer: expect.stringContaining('250') });
    expect(fakeSmtp.received.map(({ to }) => to)).toEqual([admin.user.email]);
    expect(body(mail!.raw)).toContain('Hello Admin');
    expect(body(mail!.raw)).toContain('"https://maple.example/menu"');
    expect(body(mail!.raw)).toContain('1 High Street');
    expect(unfolded(mail!.raw)).toContain('List-Unsubscribe-Post');
    expect(await read(admin, id)).toMatchObject({ status: 'DRAFT', audience: null });
  });

  test('goes to colleagues who are chosen, each as the reader, and to no one whose address is not confirmed', async () => {
    const [admin, stranger] = [await tenant(), await tenant()];
    const [colleague, unconfirmed] = [await joinTeam(api, admin, 'VIEWER'), await joinTeam(api, admin, 'USER')];
    await api.db.owner.query('update directory.users set email_confirmed_at = null where id = $1', [
      unconfirmed.user.id,
    ]);
    const { id } = await draft(admin, { htmlContent: '<p>Hello {{first_name}}</p>' });
    const sendTo = (...memberIds: string[]) => admin.request('POST', `/api/campaigns/${id}/test`, { memberIds });

    const refused = [await sendTo(unconfirmed.user.id), await sendTo(stranger.user.id)];
    const tooMany = await sendTo(...Array.from({ length: 11 }, () => colleague.user.id));
    const before = fakeSmtp.received.length;
    const { status, body: told } = await sendTo(colleague.user.id, colleague.user.id, admin.user.id);

    expect([...refused.map((answer) => answer.status), tooMany.status, before]).toEqual([404, 404, 400, 0]);
    expect(status).toBe(200);
    expect(told).toMatchObject({ to: admin.user.email, colleagues: [{ to: colleague.user.email, delivered: true }] });
    expect(fakeSmtp.received.map(({ to }) => to)).toEqual([admin.user.email, colleague.user.email]);
    expect(body(fakeSmtp.received[1]!.raw)).toContain('Hello Colleague');
  });

  test('says what is wrong with the content instead', async () => {
    const admin = await tenant();
    const { id } = await draft(admin, { ...spring, htmlContent: '<p>{{ nobody }}</p>' });

    const answer = await admin.request('POST', `/api/campaigns/${id}/test`);

    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('line 1') } });
    expect(fakeSmtp.received).toEqual([]);
  });
});
