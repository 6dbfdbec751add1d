import type * as Argon2 from '@node-rs/argon2';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { goodPassword } from '../harness/people.ts';
import { type Caller, createCaller, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter } from '../matrix/tenant-fixture.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { say } from '../matrix/say.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

const hashing = vi.hoisted(() => ({ count: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  return {
    ...real,
    hash: (...input: Parameters<typeof real.hash>) => ((hashing.count += 1), real.hash(...input)),
    verify: (...input: Parameters<typeof real.verify>) => ((hashing.count += 1), real.verify(...input)),
  };
});

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  api = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false', TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  tenant = await createTenantFixture(api);
  hashing.count = 0;
});

const from = (address: number) => ({
  'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
});
const tries = 1_000;

async function storm(email: string, address: (guess: number) => number) {
  const answers = { refused: 0, wrong: 0, without: 0 };
  for (let guess = 0; guess < tries; guess += 1) {
    const body = { email, password: `guess number ${guess}` };
    const answer = await api.visitor().request('POST', '/api/auth/login', body, from(address(guess)));
    if (answer.status === 401) answers.wrong += 1;
    if (answer.status === 429) answers.refused += 1;
    if (answer.status === 429 && !(Number(answer.headers['retry-after']) >= 1)) answers.without += 1;
  }
  return answers;
}

describe('T43 a thousand guesses', () => {
  test('from as many addresses cost twenty hashes, and leave the owner in from a known device', async () => {
    const { email } = tenant.people.USER;
    const owner = api.visitor();
    await owner.request('POST', '/api/auth/login', { email, password: goodPassword }, from(1));
    await owner.request('POST', '/api/auth/logout');
    hashing.count = 0;

    const answers = await storm(email, (guess) => 70_000 + guess);
    const spent = hashing.count;
    const home = await owner.request('POST', '/api/auth/login', { email, password: goodPassword }, from(1));
    const stranger = await api.visitor().request('POST', '/api/auth/login', { email, password: goodPassword }, from(2));

    say(`guesses: ${tries} tries, ${spent} hashes, ${answers.refused} refused`);
    expect(spent).toBeLessThanOrEqual(20);
    expect(answers).toEqual({ refused: tries - spent, wrong: spent, without: 0 });
    expect(home.status).toBe(200);
    expect(stranger).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });

  test('at an address without account cost the same and look the same', async () => {
    const answers = await storm(`nobody@${tenant.mark}.example`, (guess) => 80_000 + guess);

    expect(hashing.count).toBeLessThanOrEqual(20);
    expect(answers).toEqual({ refused: tries - hashing.count, wrong: hashing.count, without: 0 });
  });

  test('from one address at many accounts are stopped by the address', async () => {
    let refused = 0;
    for (let guess = 0; guess < 200; guess += 1) {
      const body = { email: `person${guess}@${tenant.mark}.example`, password: 'not the password' };
      const answer = await api.visitor().request('POST', '/api/auth/login', body, from(3));
      if (answer.status === 429) refused += 1;
    }

    expect(hashing.count).toBeLessThanOrEqual(100);
    expect(refused).toBe(200 - hashing.count);
  });

  test('do not lock out an owner who uses two-factor either', async () => {
    const { email } = tenant.people.ADMIN;
    const guest = await enter(api, tenant, 'ADMIN');
    const started = await guest.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const totp = new TOTP({ secret: started.body.secret });
    await guest.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() });
    const owner = api.visitor();
    await owner.request('POST', '/api/auth/login', { email, password: goodPassword }, from(4));
    await owner.request('POST', '/api/auth/two-factor', { code: totp.generate() }, from(4));
    await owner.request('POST', '/api/auth/logout');

    for (let guess = 0; guess < 30; guess += 1)
      await api
        .visitor()
        .request('POST', '/api/auth/login', { email, password: 'not the password' }, from(90_000 + guess));
    const home = await owner.request('POST', '/api/auth/login', { email, password: goodPassword }, from(4));

    expect(home).toMatchObject({ status: 401, body: { code: 'two_factor_required' } });
  });

  test('with a forged address header are one visitor when no proxy is trusted', async () => {
    const bare = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 8; guess += 1) {
        const body = { email: 'somebody@house.example', password: 'not the password' };
        statuses.push((await bare.visitor().request('POST', '/api/auth/login', body, from(guess))).status);
      }

      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    } finally {
      await bare.close();
    }
  });
});

describe('P13: behind a proxy that is not listed, where everybody has one address', () => {
  let bare: TestApi;
  let shared: TenantFixture;
  /** Of the ADMIN, known before the storm. */
  let device: Caller;
  const lines: { level: string; msg: string; address?: string }[] = [];
  beforeAll(async () => {
    const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
    bare = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false', LOG_LEVEL: 'warn' }, logTo });
    shared = await createTenantFixture(bare);
    device = bare.visitor();
    await login(device, shared.people.ADMIN.email);
  });
  afterAll(() => bare.close());
  const login = (caller: Caller, email: string, password = goodPassword) =>
    caller.request('POST', '/api/auth/login', { email, password }, from(1));

  test('strangers who use up the share of the address lock no known device out, and a stolen cookie soon guesses no more', async () => {
    const { email } = shared.people.USER;
    const owner = bare.visitor();
    await login(owner, email);
    await owner.request('POST', '/api/auth/logout');
    const phone = bare.visitor();
    await login(phone, email);
    await phone.request('POST', '/api/auth/logout');
    const thief = createCaller(bare.app, owner.cookie);
    for (let guess = 0; guess < 101; guess += 1)
      await login(bare.visitor(), `person${guess}@${shared.mark}.example`, 'not the password');

    const stranger = await login(bare.visitor(), email);
    const home = await login(owner, email);
    const stolen: number[] = [];
    for (let guess = 0; guess < 30; guess += 1) stolen.push((await login(thief, email, `guess ${guess}`)).status);
    const other = await login(phone, email);

    expect(stranger.status).toBe(429);
    expect(home.status).toBe(200);
    expect(stolen.filter((status) => status === 401).length).toBeLessThan(10);
    expect(stolen.at(-1)).toBe(429);
    expect(other.status).toBe(200);
  });

  test('nor do they keep the owner from the second step', async () => {
    const { email } = shared.people.ADMIN;
    const started = await device.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const totp = new TOTP({ secret: started.body.secret });
    await device.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() });
    await device.request('POST', '/api/auth/logout');
    for (let guess = 0; guess < 21; guess += 1)
      await bare.visitor().request('POST', '/api/auth/two-factor', { code: '000000' });

    const stranger = await bare.visitor().request('POST', '/api/auth/two-factor', { code: '000000' });
    const first = await login(device, email);
    const second = await device.request('POST', '/api/auth/two-factor', { code: totp.generate() });

    expect(stranger.status).toBe(429);
    expect(first).toMatchObject({ status: 401, body: { code: 'two_factor_required' } });
    expect(second.status).toBe(200);
  });

  test('the log names the address once', () => {
    const warnings = lines.filter(({ msg }) => msg.includes('TRUSTED_PROXIES'));

    expect(warnings).toMatchObject([{ level: 'warn', address: '127.0.0.1' }]);
  });
});

describe('S3: guesses from IPv6', () => {
  test('count by the /64 and not by the address', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 8; guess += 1) {
      const body = { email: `six@${tenant.mark}.example`, password: 'not the password' };
      const address = { 'x-forwarded-for': `2001:db8:0:7:${guess}::${guess}` };
      statuses.push((await api.visitor().request('POST', '/api/auth/login', body, address)).status);
    }

    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });

  test('also where the contract counts', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 14; attempt += 1) {
      const address = { 'x-forwarded-for': `2001:db8:0:8:${attempt}::1` };
      const answer = await api
        .visitor()
        .request('POST', '/api/auth/forgot-password', { email: `person${attempt}@${tenant.mark}.example` }, address);
      statuses.push(answer.status);
    }

    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });
});

describe('T43 a device cookie', () => {
  test.each(['a'.repeat(65), 'é'.repeat(65), `${'a'.repeat(64)}é`, '', '=', '%'])(
    'that says %o is worth nothing and breaks nothing',
    async (value) => {
      const caller = createCaller(api.app, `waggle.device=${value}`);

      const answer = await caller.request(
        'POST',
        '/api/auth/login',
        { email: tenant.people.USER.email, password: 'wrong one' },
        from(5),
      );

      expect([401, 429]).toContain(answer.status);
    },
  );

  test('of one account is worth nothing at another', async () => {
    const owner = api.visitor();
    await owner.request(
      'POST',
      '/api/auth/login',
      { email: tenant.people.VIEWER.email, password: goodPassword },
      from(6),
    );
    const { email } = tenant.people.limited;
    for (let guess = 0; guess < 20; guess += 1)
      await api
        .visitor()
        .request('POST', '/api/auth/login', { email, password: 'not the password' }, from(95_000 + guess));

    const answer = await owner.request('POST', '/api/auth/login', { email, password: goodPassword }, from(7));

    expect(answer.status).toBe(429);
  });
});
