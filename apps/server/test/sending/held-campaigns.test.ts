import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { type ReadyAdmin, readyAdmin } from './ready-admin.ts';
import { campaignsCommand } from '../../src/cli/campaigns.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { guardReputation } from '../../src/features/delivery/reputation-guard/reputation-guard.ts';
import { campaignReputation } from '../../src/features/campaigns/sending/reputation/campaign-reputation.ts';

let api: TestApi;
let admin: ReadyAdmin;
let x: string;
let y: string;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function agency() {
  admin = await readyAdmin(api);
  [x, y] = (await Promise.all(
    ['X', 'Y'].map(async (name) => (await admin.request('POST', '/api/clients', { name })).body.id as string),
  )) as [string, string];
}

type Readers = { sent: number; complained?: number; bounced?: number };

/** A campaign that is being sent, with what its readers did. */
async function running(clientId: string | null, domain: string | null, readers: Readers): Promise<string> {
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, tracking, sender_id,
       connection_id, sender_domain, scheduled_at, sent_at, campaign_month, audience)
     values ($1, $2, 'News', 'ACTIVE', 'Hello', '{"html":"<p>Hello</p>","text":""}', '{"type":"all"}', '{"opens":true,"clicks":true}', $3, $4, $5, now(), now(),
       date_trunc('month', now())::date, 100000) returning id`,
    [admin.user.organizationId, clientId, admin.sender.id, admin.connection.id, domain],
  );
  const { id } = rows[0]!;
  await send(id, clientId, readers);
  return id;
}

async function send(campaignId: string, clientId: string | null, { sent, complained = 0, bounced = 0 }: Readers) {
  await api.db.owner.query(
    `insert into campaign_sends (organization_id, client_id, campaign_month, campaign_id, contact_id, state, receiver, sent_at,
       complained_at, bounced_at)
     select $1, $2, date_trunc('month', now())::date, $3, new_id(), 'accepted', 'mail.example', clock_timestamp(),
       case when n <= $5 then clock_timestamp() end, case when n <= $6 then clock_timestamp() end
     from generate_series(1, $4::int) n`,
    [admin.user.organizationId, clientId, campaignId, sent, complained, bounced],
  );
}

const silent = { warn: () => {} };
/** As a worker does while it sends them; `age` in milliseconds. */
const look = (campaignIds: string[], age = 600_000) =>
  guardReputation(
    campaignIds.map((campaignId) => ({
      ctx: backgroundContext(api.database, admin.user.organizationId, 'test'),
      id: campaignId,
      names: { campaignId },
      reputation: campaignReputation,
      openedAt: performance.now() - age,
    })),
    silent as never,
  );
const stateOf = async (campaignId: string) => {
  const { body } = await admin.request('GET', `/api/campaigns/${campaignId}`);
  return `${body.status} ${body.holdReason}`;
};
const resume = (campaignId: string, acknowledge?: object) =>
  admin.request('PATCH', `/api/campaigns/${campaignId}`, { status: 'ACTIVE', ...(acknowledge && { acknowledge }) });

describe('D14 readers who complain', () => {
  beforeAll(agency);

  test.each([
    ['complaints', { complained: 5 }],
    ['bounces', { bounced: 120 }],
  ] as const)('D14: hold by %s the campaigns of that client from that domain, and no others', async (reason, did) => {
    const domain = `${reason}.example`;
    const bad = await running(x, domain, { sent: 1_000, ...did });
    const same = await running(x, domain, { sent: 10 });
    const otherDomain = await running(x, `other.${domain}`, { sent: 1_000 });
    const otherClient = await running(y, domain, { sent: 1_000 });
    const organization = await running(null, domain, { sent: 1_000 });

    await look([bad, same, otherDomain, otherClient, organization]);

    expect([await stateOf(bad), await stateOf(same)]).toEqual([`PAUSED ${reason}`, `PAUSED ${reason}`]);
    expect(await Promise.all([otherDomain, otherClient, organization].map(stateOf))).toEqual(
      Array<string>(3).fill('ACTIVE null'),
    );
  });

  test('D14: count together over the campaigns of a client and domain, and hold a new one sooner', async () => {
    const [one, two] = [
      await running(x, 'sum.example', { sent: 600, complained: 1 }),
      await running(x, 'sum.example', { sent: 600, complained: 2 }),
    ];

    await look([one, two]);
    const older = [await stateOf(one), await stateOf(two)];
    await look([two], 1_000);

    expect(older).toEqual(['ACTIVE null', 'ACTIVE null']);
    expect(await stateOf(two)).toBe('PAUSED complaints');
  });

  test('D14: are found by the frozen sender of a campaign that was started before domains were noted', async () => {
    const [old, fresh] = [
      await running(y, null, { sent: 1_000, complained: 9 }),
      await running(y, 'frozen.example', { sent: 1 }),
    ];
    await api.db.owner.query(
      `insert into campaign_contents (organization_id, client_id, campaign_id, frozen) values ($1, $2, $3, $4)`,
      [admin.user.organizationId, y, old, { from: { name: 'Y', email: 'hello@frozen.example' } }],
    );

    await look([fresh]);

    expect(await stateOf(fresh)).toBe('PAUSED complaints');
  });
});

describe('D14 a campaign that is held', () => {
  beforeAll(agency);
  const seen = { hold: 'complaints', reason: 'The list was wrong, and is corrected' };

  test('D14: goes on only with an acknowledgement of what holds it, and a reason', async () => {
    const held = await running(x, 'a.example', { sent: 1_000, complained: 9 });
    await look([held]);

    const answers = [
      await resume(held),
      await resume(held, { hold: 'bounces', reason: 'Wrong one' }),
      await resume(held, { hold: 'complaints', reason: '' }),
      await resume(held, { hold: 'complaints' }),
    ];

    expect(answers.map(({ body }) => body.code)).toEqual([
      'acknowledgement_required',
      'acknowledgement_required',
      'invalid_input',
      'invalid_input',
    ]);
    expect(await stateOf(held)).toBe('PAUSED complaints');
  });

  test('D14: is not held again for the same facts, and the decision is on record', async () => {
    const held = await running(x, 'b.example', { sent: 1_000, complained: 9 });
    await look([held]);

    const resumed = await resume(held, seen);
    await look([held]);
    await look([held], 1_000);

    expect(resumed).toMatchObject({ status: 200, body: { status: 'ACTIVE', holdReason: null } });
    expect(await stateOf(held)).toBe('ACTIVE null');
    expect(resumed.body.acknowledgements).toEqual([
      { ...seen, by: admin.user.id, at: expect.stringMatching(/^20\d\d-/) },
    ]);
  });

  test('D14: is held again when new readers complain as much, and not for one of a few', async () => {
    const held = await running(x, 'c.example', { sent: 1_000, complained: 9 });
    await look([held]);
    await resume(held, seen);

    await send(held, x, { sent: 400, complained: 4 });
    await look([held]);
    const few = await stateOf(held);
    await send(held, x, { sent: 200, complained: 0 });
    await look([held]);

    expect([few, await stateOf(held)]).toEqual(['ACTIVE null', 'PAUSED complaints']);
  });

  test('D14: stays acknowledged for complaints when it is held for bounces, which ask anew', async () => {
    const held = await running(x, 'd.example', { sent: 1_000, complained: 9, bounced: 200 });
    await look([held]);
    await resume(held, seen);
    await look([held]);
    const next = await stateOf(held);

    const refused = await resume(held, seen);
    const resumed = await resume(held, { hold: 'bounces', reason: 'Old addresses were removed' });
    await look([held]);

    expect(next).toBe('PAUSED bounces');
    expect(refused.body.code).toBe('acknowledgement_required');
    expect(resumed.body.acknowledgements).toHaveLength(2);
    expect(await stateOf(held)).toBe('ACTIVE null');
  });

  test('D14: goes on by the operator’s command as well, which is on record without a person', async () => {
    const held = await running(x, 'e.example', { sent: 1_000, complained: 9 });
    await look([held]);
    const run = (...more: string[]) =>
      campaignsCommand(api.config, ['resume', held, '--organization', admin.user.organizationId, ...more]);

    await expect(run()).rejects.toThrow(/Acknowledge the complaints/);
    await expect(run('--acknowledge', 'complaints')).rejects.toThrow(/together/);
    await run('--acknowledge', 'complaints', '--reason', 'Asked by the client');

    const { body } = await admin.request('GET', `/api/campaigns/${held}`);
    expect(body).toMatchObject({ status: 'ACTIVE', acknowledgements: [{ by: null, reason: 'Asked by the client' }] });
  });

  test('D14: refuses an acknowledgement of what is not there', async () => {
    const paused = await running(y, 'f.example', { sent: 10 });
    await admin.request('PATCH', `/api/campaigns/${paused}`, { status: 'PAUSED' });

    const answer = await resume(paused, seen);

    expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });
});
