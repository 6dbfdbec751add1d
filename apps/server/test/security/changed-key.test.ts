import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../src/api.ts';
import { openCampaign } from '../../src/features/campaigns/sending/open-campaign.ts';
import type { Config } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { goodPassword, registerAdmin } from '../harness/people.ts';
import { createCaller, startTestApi, type TestApi } from '../harness/test-api.ts';
import { addPeople, ask, draft, readyAdmin } from '../sending/ready-admin.ts';
import { stepsOf } from '../sending/steps.ts';

const newKey = 'the key that comes after, long enough 01';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** The same installation after a restart with other keys. */
async function restarted(keys: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>) {
  const app = await createApi({ ...api.config, ...keys }, api.database, createLog({ LOG_LEVEL: 'silent' }, 'test'));
  await app.ready();
  return app;
}

async function withTwoFactor(email: string) {
  const admin = await registerAdmin(api, 'BUSINESS', email);
  const { body } = await admin.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
  const totp = new TOTP({ secret: body.secret });
  await admin.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() });
  return { admin, totp, recoveryCodes: body.recoveryCodes as string[] };
}

async function signIn(app: TestApi['app'], email: string, step: { code: string; kind?: string }) {
  const caller = createCaller(app);
  const password = await caller.request('POST', '/api/auth/login', {
    email,
    password: goodPassword,
    rememberMe: false,
  });
  expect(password).toMatchObject({ status: 401, body: { code: 'two_factor_required' } });
  return caller.request('POST', '/api/auth/two-factor', step);
}

describe('after SECRET_KEY was changed', () => {
  test('P3: with the key before listed, the code of the app and a recovery code open a session', async () => {
    const { totp, recoveryCodes } = await withTwoFactor('kept@house.example');
    const app = await restarted({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: [api.config.SECRET_KEY] });
    try {
      const byApp = await signIn(app, 'kept@house.example', { code: totp.generate() });
      const byRecovery = await signIn(app, 'kept@house.example', { code: recoveryCodes[0]!, kind: 'recovery' });
      const again = await signIn(app, 'kept@house.example', { code: recoveryCodes[0]!, kind: 'recovery' });
      const wrong = await signIn(app, 'kept@house.example', { code: '000000' });

      expect([byApp.status, byRecovery.status, again.status, wrong.status]).toEqual([200, 200, 400, 400]);
    } finally {
      await app.close();
    }
  });

  test('P3: without the key before, the answer is clear and no 500', async () => {
    const { totp, recoveryCodes } = await withTwoFactor('lost@house.example');
    const app = await restarted({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: [] });
    try {
      const byApp = await signIn(app, 'lost@house.example', { code: totp.generate() });
      const byRecovery = await signIn(app, 'lost@house.example', { code: recoveryCodes[0]!, kind: 'recovery' });

      for (const answer of [byApp, byRecovery])
        expect(answer).toMatchObject({ status: 409, body: { code: 'secret_unreadable' } });
    } finally {
      await app.close();
    }
  });
});

describe('somebody who is signed in when SECRET_KEY is changed', () => {
  test('P3: stays signed in, changes their account and signs out for good', async () => {
    const admin = await registerAdmin(api, 'BUSINESS', 'stays@house.example');
    const app = await restarted({ SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: [] });
    try {
      const browser = createCaller(app, admin.cookie);

      const me = await browser.request('GET', '/api/auth/me');
      const started = await browser.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
      const out = await browser.request('POST', '/api/auth/logout');

      expect([me.status, started.status, out.status]).toEqual([200, 200, 204]);
      const left = await api.db.owner.query('select from directory.sessions where user_id = $1', [admin.user.id]);
      expect(left.rowCount).toBe(0);
    } finally {
      await app.close();
    }
  });
});

const foreign = createSecrets({ SECRET_KEY: 'a key that nobody has any more 012345' });

describe('a secret that cannot be read', () => {
  test.each([
    ['the signing key', `update dkim_keys set private_key = $2 where organization_id = $1`, 'dkim'],
    [
      'the password',
      `update smtp_connections set username = 'u', secret = $2 where organization_id = $1`,
      'connection',
    ],
  ] as const)(
    'P3: is said in a sentence when it is %s of a campaign, and nothing breaks',
    async (_, damage, purpose) => {
      const admin = await readyAdmin(api);
      await addPeople(api, admin, 2);
      const campaign = await draft(admin);
      const owner = admin.user.organizationId;
      await api.db.owner.query(damage, [owner, foreign.encrypt({ purpose, owner }, 'lost')]);

      const sent = await admin.request('POST', `/api/campaigns/${campaign.id}/send`);

      expect(sent).toMatchObject({ status: 409, body: { code: 'secret_unreadable' } });
      expect((await admin.request('GET', '/api/sending/connections')).status).toBe(200);
      expect((await admin.request('GET', '/api/sending/domains')).status).toBe(200);
    },
  );

  test.each([
    ['the signing key', `update dkim_keys set private_key = $2 where organization_id = $1`, 'dkim'],
    [
      'the password',
      `update smtp_connections set username = 'u', secret = $2 where organization_id = $1`,
      'connection',
    ],
    // The parameter is named so that all three take the same two.
    ['the key of its links', `update link_keys set secret = $2 where $1::uuid is not null`, 'link'],
  ] as const)('P3: holds a campaign under way when it is %s', async (_, damage, purpose) => {
    const admin = await readyAdmin(api);
    await addPeople(api, admin, 2);
    const owner = admin.user.organizationId;
    const steps = stepsOf(api, owner);
    const { id: campaignId } = await draft(admin);
    await ask(admin, 'POST', `/api/campaigns/${campaignId}/send`);
    await steps.begin(campaignId);
    await steps.freeze(campaignId);
    await steps.campaigns.linkKeys.newest();
    await api.db.owner.query(damage, [
      owner,
      foreign.encrypt({ purpose, owner: purpose === 'link' ? 'installation' : owner }, 'lost'),
    ]);
    const { rows } = await api.db.owner.query(
      `select to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns where id = $1`,
      [campaignId],
    );
    const live = { organizationId: owner, campaignId, month: rows[0].month as string };

    const opened = await openCampaign(stepsOf(api, owner).campaigns, live);

    expect(opened).toBeUndefined();
    expect(await ask(admin, 'GET', `/api/campaigns/${campaignId}`)).toMatchObject({
      status: 'PAUSED',
      holdReason: 'secret_unreadable',
    });
  });
});
