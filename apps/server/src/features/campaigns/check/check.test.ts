import type { CheckLine } from '@waggle/contracts/campaign-checks';
import { defaultTheme } from '@waggle/contracts/email-document';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { spamSigns } from './spam-signs.ts';
import { warmUpLine } from './warm-up-line.ts';

let api: TestApi;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  await addPeople(api, admin, 3);
});
afterAll(() => api.close());

const check = async (change: object, by: Pick<ReadyAdmin, 'request'> = admin) => {
  const { id } = await draft(by, change);
  const { lines, ...rest } = await ask(by, 'GET', `/api/campaigns/${id}/check`);
  const of = (code: string) => (lines as CheckLine[]).find((line) => line.code === code);
  return { id, lines: lines as CheckLine[], of, ...(rest as { isReady: boolean; recipients: number | null }) };
};

describe('a campaign that can be sent', () => {
  test('has nothing that blocks, and says who gets it and from whom', async () => {
    const { lines, isReady, recipients, of } = await check({});

    expect(isReady).toBe(true);
    expect(recipients).toBe(3);
    expect(lines.map(({ level }) => level)).toEqual(lines.map(() => 'ok'));
    expect(of('recipients')?.message).toBe('Recipients: 3. Left out: 0.');
    expect(of('domain')?.message).toBe(`Domain ${admin.domain.domain} is verified`);
  });
});

describe('what is missing', () => {
  test('is said all at once, by the sentences Send refuses with', async () => {
    const fresh = await registerAdmin(api);

    const { lines, isReady } = await check({}, fresh);

    const blocking = lines.filter(({ level }) => level === 'blocking').map(({ code, action }) => [code, action]);
    expect(isReady).toBe(false);
    expect(blocking).toEqual([
      ['sender', 'set-up-sender'],
      ['connection', 'set-up-connection'],
      ['postal-address', 'set-up-address'],
      ['recipients', 'choose-recipients'],
    ]);
  });

  test.each([
    ['subject', { subject: 'Hi {{ nobody }}' }, 'edit-content'],
    ['content', { htmlContent: '<p>{{ nobody }}</p>' }, 'edit-content'],
    ['recipients', { recipients: { type: 'tags' } }, 'choose-recipients'],
    ['schedule', { scheduledAt: '2020-01-01T10:00:00Z' }, 'choose-time'],
  ])('blocks: %s', async (code, change, action) => {
    const { id, of } = await check(change);

    const sent = await admin.request('POST', `/api/campaigns/${id}/send`);

    expect(of(code)).toMatchObject({ level: 'blocking', action });
    expect(sent.status).toBe(400);
  });

  test('is a domain that is no longer verified', async () => {
    const tenant = await readyAdmin(api);
    await api.db.owner.query(`update sending_domains set state = 'failing' where id = $1`, [tenant.domain.id]);

    const { of } = await check({}, tenant);

    expect(of('domain')).toMatchObject({ level: 'blocking', action: 'set-up-domain' });
  });
});

describe('what is worth a look', () => {
  test.each([
    ['size', { htmlContent: `<p>${'long '.repeat(21_000)}</p>` }],
    ['spam-words', { subject: 'FREE MONEY FOR YOU!!!' }],
    ['links', { htmlContent: '<p><a href="http://localhost:3000/">See</a></p>' }],
    ['links', { htmlContent: '<p>Hi <a href="#">See</a></p>' }],
    ['subject', { subject: 'x'.repeat(71) }],
    ['email-apps', { htmlContent: '<p style="border-radius: 4px">Hi</p>' }],
  ])('warns and does not block: %s', async (code, change) => {
    const { of, isReady } = await check(change);

    expect(of(code)?.level).toBe('warning');
    expect(isReady).toBe(true);
  });

  test('is a picture without a text, in blocks and in HTML', async () => {
    const image = { id: 'b1', kind: 'image', src: 'https://bakery.test/loaf.png', alt: '' };
    const html = { id: 'b2', kind: 'html', html: '<img src="https://bakery.test/oven.png">' };
    const line = async (change: object) => (await check(change)).of('image-text');
    const blocks = (...given: object[]) => ({ document: { version: 1, theme: defaultTheme, blocks: given } });

    const message = 'Images without alternative text: 2. Describe each, or mark it as decorative.';
    const undescribed = await check(blocks(image, { ...image, id: 'b3', alt: ' ' }, html));
    const refused = await admin.request('POST', `/api/campaigns/${undescribed.id}/send`, {});
    expect(undescribed.of('image-text')).toMatchObject({ level: 'blocking', message, action: 'edit-content' });
    expect(undescribed.isReady).toBe(false);
    expect(refused).toMatchObject({ status: 400, body: { message } });
    expect(await line(blocks(html))).toMatchObject({
      level: 'warning',
      message: "Images without alternative text: 1. Describe each for people who can't see it.",
    });
    expect(await line(blocks({ ...image, decorative: true }))).toMatchObject({ level: 'ok' });
    expect(await line({ htmlContent: '<p>Hi <img src="https://bakery.test/oven.png"></p>' })).toMatchObject({
      level: 'warning',
    });
    expect(await line(blocks({ ...image, alt: 'A loaf' }))).toMatchObject({ level: 'ok' });
    expect(await line(blocks({ ...image, src: '' }, { ...html, html: '<p>Hi</p>' }))).toBeUndefined();
  });

  test('is what big mail programs ignore of HTML a person wrote, and not of what blocks become', async () => {
    const html = `<p style="${['float', 'opacity', 'max-height', 'min-height', 'min-width', 'gap', 'filter', 'inset'].map((name) => `${name}: 1px`).join(';')}">Hi</p>`;
    const blocks = (kind: object) => ({
      document: { version: 1, theme: defaultTheme, blocks: [{ id: 'b1', ...kind }] },
    });

    const said = async (change: object) =>
      (await check(change)).lines.find(({ code }) => code === 'email-apps')?.details;

    expect(await said({ htmlContent: html })).toEqual([
      'Gmail ignores filter, inset',
      'Outlook on Windows ignores float, opacity, max-height, min-height, min-width, gap and 2 more',
      'Outlook.com ignores filter, inset',
      'Yahoo ignores gap, filter, inset',
    ]);
    expect(await said(blocks({ kind: 'html', html: '<p style="float:left">Hi</p>' }))).toEqual([
      'Outlook on Windows ignores float',
    ]);
    expect(
      await said({
        htmlContent:
          '<mjml><mj-body><mj-section border-radius="9px"><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>',
      }),
    ).toBeUndefined();
  });

  test('is that a new domain sends a large campaign over days', () => {
    const at = { from: new Date('2026-05-15T12:00:00Z'), window: null };
    expect(warmUpLine({ warmingDay: null }, { ...at, recipients: 500 })).toBeNull();
    expect(warmUpLine({ warmingDay: 1 }, { ...at, recipients: 2_000 })?.message).toBe(
      'This domain is new, so up to 500 emails leave today. The last ones leave in 2 days.',
    );
    for (const recipients of [501, 1_000])
      expect(warmUpLine({ warmingDay: 1 }, { ...at, recipients })?.message).toBe(
        'This domain is new, so up to 500 emails leave today. The last ones leave tomorrow.',
      );
    expect(warmUpLine({ warmingDay: 30 }, { ...at, recipients: 1_000_000 })).toBeNull();
  });

  test('is that days on which the sending window stays shut are no days of a new domain', () => {
    const window = { from: '09:00', to: '18:00', days: [1, 2, 3, 4, 5], zone: 'UTC' };
    const friday = { from: new Date('2026-05-15T12:00:00Z'), window };
    const night = { from: new Date('2026-05-15T20:00:00Z'), window };

    expect(warmUpLine({ warmingDay: 1 }, { ...friday, recipients: 501 })?.message).toBe(
      'This domain is new, so up to 500 emails leave today. The last ones leave in 3 days.',
    );
    expect(warmUpLine({ warmingDay: null }, { ...night, recipients: 501 })?.message).toBe(
      'This domain is new, so up to 500 emails leave on the first day. The last ones leave in 4 days.',
    );
    expect(warmUpLine({ warmingDay: 1 }, { ...night, recipients: 4_000 })?.message).toMatch(
      /^This domain is new, so up to \d+ emails leave on the first day\. The last ones leave in 4 days\.$/,
    );
  });

  test('is no ordinary sentence', () => {
    expect(spamSigns('Spring is here!', 'Come and see. Entry is free.')).toEqual([]);
    expect(spamSigns('春が来ました', '')).toEqual([]);
  });
});
