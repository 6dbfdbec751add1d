import type { Endpoint } from '@waggle/contracts/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { unguarded } from '../../src/platform/installation/installation.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { fingerprint } from './fingerprint.ts';
import { createTenantFixture, enter } from './tenant-fixture.ts';
import type { TenantFixture } from './tenant.ts';
import { call, sampleOf } from './samples.ts';

let api: TestApi;
let tenant: TenantFixture;
let isHeld = false;
const hold = () => (isHeld ? { since: new Date(), reason: 'restored' as const, restoredTo: null } : null);
beforeAll(async () => {
  api = await startTestApi({ installation: { ...unguarded, hold } });
  tenant = await createTenantFixture(api);
});
afterAll(() => api.close());

/** A working call of an ADMIN, made while the installation is held. */
async function answerHeld(endpoint: Endpoint) {
  isHeld = false;
  const guest = await enter(api, tenant, 'ADMIN');
  const input = await sampleOf(endpoint, { api, tenant, guest });
  const before = JSON.stringify(await fingerprint(api.db.owner, tenant.organizationId));
  isHeld = true;
  const answer = await call(guest, endpoint, input);
  isHeld = false;
  return { ...answer, changed: before !== JSON.stringify(await fingerprint(api.db.owner, tenant.organizationId)) };
}

const changing = endpoints.filter(({ method, whileHeld }) => method !== 'GET' && !whileHeld);
const allowed = endpoints.filter(({ method, whileHeld }) => method !== 'GET' && whileHeld);
const reading = endpoints.filter(({ method }) => method === 'GET');

test('P5: while held every call that changes something is refused with a sentence, and changes nothing', async () => {
  const wrong: string[] = [];
  for (const endpoint of changing) {
    const { status, body, changed } = await answerHeld(endpoint);
    const isRefused =
      status === 503 && body.code === 'held' && body.message.startsWith('This installation was restored');
    if (!isRefused || changed) wrong.push(`${endpoint.name}: ${status} ${JSON.stringify(body).slice(0, 150)}`);
  }

  expect(changing.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'campaigns.send',
      'campaigns.status',
      'campaigns.retry',
      'campaigns.test',
      'imports.start',
    ]),
  );
  expect(wrong).toEqual([]);
});

test('P5: while held everything can be read', async () => {
  const wrong: string[] = [];
  for (const endpoint of reading) {
    const { status, body } = await answerHeld(endpoint);
    if (status >= 500) wrong.push(`${endpoint.name}: ${status} ${JSON.stringify(body).slice(0, 150)}`);
  }

  expect(wrong).toEqual([]);
});

test('P5: what is allowed while held signs people in, asks, stops email or erases, and sends nothing', async () => {
  expect(allowed.map(({ name }) => name).toSorted()).toEqual([
    'auth.forgot-password',
    'auth.login',
    'auth.logout',
    'auth.passkey',
    'auth.read-invitation',
    'auth.reset-password',
    'auth.set-active-client',
    'auth.start-passkey',
    'auth.start-second-factor',
    'auth.two-factor',
    'auth.two-factor-passkey',
    'campaigns.audience',
    'campaigns.audiencePeople',
    'campaigns.audienceZones',
    'campaigns.cancel',
    'campaigns.draft',
    'campaigns.preview',
    'contacts.erase',
    'guests.leave',
    'guests.open',
    'guests.read',
    'qr-codes.preview',
    'segments.preview',
    'suppressions.add',
  ]);
  for (const endpoint of allowed) {
    tenant = await createTenantFixture(api);
    expect([endpoint.name, (await answerHeld(endpoint)).body?.code]).not.toEqual([endpoint.name, 'held']);
  }
});
