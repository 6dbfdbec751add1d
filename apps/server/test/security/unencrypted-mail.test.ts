import { connect } from 'node:net';
import type { HoldReason } from '@waggle/contracts/campaign-holds';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCampaigns } from '../../src/features/campaigns/create-campaigns.ts';
import { createSettings } from '../../src/features/settings/create-settings.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMailer } from '../../src/platform/mail/mail.ts';
import { TestAuthority } from '../harness/certificates.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../sending/ready-admin.ts';
import { stepsOf } from '../sending/steps.ts';
import { startTappedSmtp, type TappedSmtp } from '../sending/tapped-smtp.ts';
import { startSendingCampaigns } from '../sending/start-sending-campaigns.ts';

const password = 'a password nobody may overhear';

const authority = new TestAuthority();
const stranger = new TestAuthority();
const certificates = {
  good: authority.sign('localhost'),
  expired: authority.sign('localhost', -1),
  'for another name': authority.sign('mail.other.example'),
  'of an unknown authority': stranger.sign('localhost'),
};

let api: TestApi;
const servers = new Map<string, TappedSmtp>();
/** What a server does wrong, and what the campaign is held by; null when nothing is wrong. */
const cases = [
  ['starttls', 'starttls', 'expired', 'certificate-expired'],
  ['starttls', 'starttls', 'for another name', 'certificate-name'],
  ['starttls', 'starttls', 'of an unknown authority', 'certificate-untrusted'],
  ['starttls', 'never', 'good', 'encryption-missing'],
  ['implicit', 'implicit', 'expired', 'certificate-expired'],
  ['implicit', 'implicit', 'for another name', 'certificate-name'],
  ['implicit', 'implicit', 'of an unknown authority', 'certificate-untrusted'],
  ['implicit', 'never', 'good', 'encryption-missing'],
  ['starttls', 'starttls', 'good', null],
  ['implicit', 'implicit', 'good', null],
] as const satisfies (readonly [
  'starttls' | 'implicit',
  'starttls' | 'implicit' | 'never',
  keyof typeof certificates,
  HoldReason | null,
])[];

beforeAll(async () => {
  authority.trust();
  api = await startTestApi();
  for (const one of cases) {
    const offer = { encrypts: one[1], certificate: certificates[one[2]] };
    servers.set(`campaign ${one.join(' ')}`, await startTappedSmtp(offer));
    servers.set(`check ${one.join(' ')}`, await startTappedSmtp(offer));
    servers.set(`system ${one.join(' ')}`, await startTappedSmtp(offer));
  }
}, 60_000);
afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.close()));
  await api.close();
  authority.close();
  stranger.close();
});

function expectNothingInClear(server: TappedSmtp): void {
  const heard = server.wire();
  expect(heard).not.toMatch(/MAIL FROM|AUTH |RCPT TO|Subject:/i);
  for (const secret of [
    password,
    Buffer.from(password).toString('base64'),
    Buffer.from(`\0u\0${password}`).toString('base64'),
  ])
    expect(heard).not.toContain(secret);
  expect(server.mails).toEqual([]);
  expect(server.passwords).toEqual([]);
}

async function connected(tls: string, port: number): Promise<ReadyAdmin> {
  const admin = await readyAdmin(api);
  await addPeople(api, admin, 12);
  admin.connection = await ask(admin, 'POST', '/api/sending/connections', {
    name: 'Relay',
    host: 'localhost',
    port,
    tls,
    username: 'u',
    secret: password,
    isDefault: true,
  });
  return admin;
}

async function started(admin: ReadyAdmin): Promise<string> {
  const { id } = await draft(admin);
  const steps = stepsOf(api, admin.user.organizationId);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await steps.begin(id);
  await steps.freeze(id);
  return id;
}

describe('F41: a mail server that cannot prove who it is, or does not encrypt', () => {
  test.each(['as it comes', 'through the guarded dialler'])(
    'F41: holds its campaign with the reason, and hears nothing of it: %s',
    async (way) => {
      const running = await Promise.all(
        cases.map(async (one) => {
          const server = servers.get(`campaign ${one.join(' ')}`)!;
          const admin = await connected(one[0], server.port);
          return { server, admin, reason: one[3], heard: server.mails.length, id: await started(admin) };
        }),
      );
      const guarded = way !== 'as it comes';
      const settings = {
        ...createSettings({ config: { ...api.config, ALLOW_PRIVATE_MAIL_SERVERS: !guarded }, database: api.database }),
        dial: async ({ port }: { port: number }) => connect(port, '127.0.0.1'),
      };
      const sending = startSendingCampaigns(createCampaigns(settings), createLog({ LOG_LEVEL: 'silent' }, 'test'));
      try {
        await vi.waitFor(
          async () => {
            for (const { admin, id, reason } of running)
              expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject(
                reason ? { status: 'PAUSED', holdReason: reason } : { status: 'COMPLETED' },
              );
          },
          { timeout: 60_000, interval: 100 },
        );
      } finally {
        await sending.stop();
      }

      for (const { server, admin, id, reason, heard } of running) {
        const campaign = await ask(admin, 'GET', `/api/campaigns/${id}`);
        // Nobody lost an attempt to a server that was not spoken to.
        expect(campaign.progress).toEqual(reason ? { pending: 12 } : { accepted: 12 });
        if (reason) {
          expect(campaign.holdMessage).toMatch(/certificate|encrypt/);
          expectNothingInClear(server);
        } else expect(server.mails.length - heard).toBe(12);
        expect(server.wire()).not.toMatch(/MAIL FROM|AUTH /);
      }
    },
    60_000,
  );

  test('F41: is told nothing by the check of a connection and by a test email either', async () => {
    const answers = await Promise.all(
      cases.map(async (one) => {
        const server = servers.get(`check ${one.join(' ')}`)!;
        const admin = await connected(one[0], server.port);
        const [checked, tested] = await Promise.all([
          ask(admin, 'POST', `/api/sending/connections/${admin.connection.id}/check`),
          ask(admin, 'POST', '/api/sending/test', { senderId: admin.sender.id, connectionId: admin.connection.id }),
        ]);
        return { server, isGood: one[3] === null, works: [checked.works, tested.delivered] };
      }),
    );

    for (const { server, isGood, works } of answers) {
      expect(works).toEqual([isGood, isGood]);
      expect(server.wire()).not.toMatch(/MAIL FROM|AUTH /);
      if (!isGood) expectNothingInClear(server);
    }
  });

  test.each(cases)('F41: system mail (%s) to a server with %s, certificate %s', async (...one) => {
    const server = servers.get(`system ${one.join(' ')}`)!;
    const scheme = one[0] === 'implicit' ? 'smtps' : 'smtp';
    const mailer = createMailer({
      SMTP_URL: `${scheme}://u:${encodeURIComponent(password)}@localhost:${server.port}?tls=required`,
      MAIL_FROM: 'Waggle <no-reply@waggle.test>',
      PUBLIC_URL: 'http://waggle.test',
    });
    const mail = { to: 'ada@house.example', subject: 'Reset', html: '<p>link</p>', text: 'link', messageId: 'reset.1' };

    const sent = mailer.send(mail).finally(() => mailer.close());

    if (one[3]) {
      await expect(sent).rejects.toThrow(/certificate|altname|STARTTLS|wrong version number/i);
      expectNothingInClear(server);
    } else {
      await sent;
      expect(server.mails).toHaveLength(1);
    }
    expect(server.wire()).not.toMatch(/MAIL FROM|AUTH /);
  });
});
