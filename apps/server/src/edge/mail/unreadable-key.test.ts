import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createEdge, type Edge } from '../../edge.ts';
import { loadConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { createSecrets, keyIdOfSecretKey, type SecretKeys } from '../../platform/secrets.ts';
import { addLinkKey, createLinkKeys, linkKeySecrets } from '../../platform/tracking/link-keys.ts';
import { signToken } from '../../platform/tracking/token.ts';
import { type Harness, createHarness, form, targets, waiting } from './test-harness.ts';

const before = 'a test secret that is long enough 0123';
const after = 'the key after that one, long enough 0123';
const later = 'the key after them all, long enough 0123';

let harness: Harness;
let lines: string[];
let edge: Edge | undefined;

beforeAll(async () => {
  harness = await createHarness();
  await harness.edge.point('printed123', 'https://example.com/');
  // The copy of the keys on disk is what an edge begins with after a restart.
  await harness.edge.edge.app.inject(harness.address('click'));
  await harness.edge.edge.app.close();
  await harness.edge.edge.close();
});
afterEach(async () => {
  vi.useRealTimers();
  await edge?.app.close();
  await edge?.close();
  edge = undefined;
});
afterAll(async () => {
  await harness.edge.database.close();
  await harness.edge.db.drop();
});

async function restart(keys: SecretKeys): Promise<Edge> {
  lines = [];
  const config = loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: harness.edge.db.appUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    EDGE_DATA: harness.edge.folder,
    SHED_EVENT_LOOP_DELAY_MS: '0',
    SECRET_KEY: keys.SECRET_KEY,
    SECRET_KEY_PREVIOUS: keys.SECRET_KEY_PREVIOUS?.join(',') ?? '',
  });
  const log = createLog({ LOG_LEVEL: 'error' }, 'test', { write: (line) => void lines.push(line) });
  edge = await createEdge(config, harness.edge.database, log);
  await edge.app.ready();
  return edge;
}

async function rotate(keys: SecretKeys): Promise<void> {
  for await (const secret of linkKeySecrets(harness.edge.database.tenant(null), createSecrets(keys)))
    await secret.renew();
}

const get = async (url: string) => (await edge!.app.inject(url)).statusCode;
const oneClick = async (url: string) =>
  (await edge!.app.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })).statusCode;

describe('an edge that cannot read a key of links', () => {
  test('P3: starts, leads codes on, and says which key is missing', async () => {
    await restart({ SECRET_KEY: after });

    expect(await get('/qr/printed123')).toBe(302);
    const ready = await edge!.app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'degraded', unreadableLinkKeys: [harness.key.id] },
    ]);
    expect(lines.join('')).toContain(keyIdOfSecretKey(before));
    expect(lines.join('')).toContain('SECRET_KEY_PREVIOUS');
  });

  test('P3: asks to come again instead of refusing a link, and never says that somebody is unsubscribed', async () => {
    await restart({ SECRET_KEY: after });

    const statuses = [
      await get(harness.address('open')),
      await get(harness.address('click')),
      await get(harness.address('unsubscribe')),
      await get(harness.address('preferences')),
      await oneClick(harness.address('unsubscribe')),
    ];

    expect(statuses).toEqual([503, 503, 503, 503, 503]);
    expect((await waiting(harness)).filter(({ kind }) => kind === 'unsubscribe')).toEqual([]);
    // A key there never was is still unknown.
    expect(await get(`/t/u/${signToken({ id: 200, secret: Buffer.alloc(32) }, claims())}`)).toBe(404);
  });

  test('P3: takes links of newer keys, and the old ones as soon as they were encrypted anew', async () => {
    await restart({ SECRET_KEY: after });
    const secrets = createSecrets({ SECRET_KEY: after });
    await addLinkKey(harness.edge.database.tenant(null), secrets);
    const newer = (await createLinkKeys(harness.edge.database.tenant(null), secrets).all()).at(-1)!;

    const byNewer = await get(`/t/u/${signToken(newer, claims())}`);
    const stillClosed = await get(harness.address('unsubscribe'));
    await rotate({ SECRET_KEY: after, SECRET_KEY_PREVIOUS: [before] });
    // Asking for a key that may be new makes it look at all of them, as it does by itself every 15 seconds.
    await get(`/t/u/${signToken({ ...newer, id: newer.id + 1 }, claims())}`);

    expect([byNewer, stillClosed]).toEqual([200, 503]);
    expect(await get(harness.address('unsubscribe'))).toBe(200);
    expect((await edge!.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('C10: a link opens and unsubscribes 400 days and two changed keys later (F47)', async () => {
    await rotate({ SECRET_KEY: later, SECRET_KEY_PREVIOUS: [after, before] });
    await addLinkKey(harness.edge.database.tenant(null), createSecrets({ SECRET_KEY: later }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 86_400_000 });
    await restart({ SECRET_KEY: later });
    // The copy on disk is of the key before; the database has the newer one.
    await get(`/t/u/${signToken({ id: 3, secret: Buffer.alloc(32) }, claims())}`);

    const click = await edge!.app.inject(harness.address('click'));

    expect([click.statusCode, click.headers.location]).toEqual([302, targets[0]]);
    expect(await get(harness.address('unsubscribe'))).toBe(200);
    expect(await oneClick(harness.address('unsubscribe'))).toBe(200);
  });
});

const claims = () => ({
  purpose: 'unsubscribe' as const,
  cell: 1,
  organizationId: harness.edge.organizationId,
  campaignId: harness.campaignId,
  sendId: randomUUID(),
  linkNo: 0,
});
