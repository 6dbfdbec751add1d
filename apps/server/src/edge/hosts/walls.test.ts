import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';
import { createEdge } from '../../edge.ts';
import { loadConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { createLinkKeys } from '../../platform/tracking/link-keys.ts';
import { secrets } from '../mail/test-harness.ts';
import { requireHostRules } from './rules.ts';
import { type Belongings, belongingsOf, insertHost, type Owner, publicRoutes } from './test-harness.ts';

const names = { organization: 'go.fernhill.example', client: 'go.maple.example', installation: 'waggle.test' };
let edge: TestEdge;
let routes: Awaited<ReturnType<typeof publicRoutes>>;
const things = {} as Record<'own' | 'maple' | 'rye' | 'others', Belongings>;
beforeAll(async () => {
  edge = await startTestEdge();
  const { organizationId, db } = edge;
  const [maple, rye, other] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [id, name] of [
    [maple, 'Maple'],
    [rye, 'Rye'],
  ])
    await db.owner.query('insert into clients (organization_id, id, name) values ($1, $2, $3)', [
      organizationId,
      id,
      name,
    ]);
  await db.owner.query(`insert into organizations (id, name) values ($1, 'Others')`, [other]);
  await db.owner.query(`update organizations set subscription_tier = 'system'`);
  const key = await createLinkKeys(edge.database.tenant(null), secrets).newest();
  const owners: Record<keyof typeof things, Owner> = {
    own: { organizationId, clientId: null },
    maple: { organizationId, clientId: maple },
    rye: { organizationId, clientId: rye },
    others: { organizationId: other, clientId: null },
  };
  for (const [name, owner] of Object.entries(owners))
    things[name as keyof typeof things] = await belongingsOf({ edge, key }, owner);
  await insertHost(edge, names.organization, owners.own);
  await insertHost(edge, names.client, owners.maple);
  routes = await publicRoutes(edge);
  // Announced a moment after it is written.
  await vi.waitUntil(async () => (await status('GET', names.client, things.others['/qr/*'])) === 404, 60_000);
});
afterAll(() => edge.close());

async function status(method: string, host: string, url: string): Promise<number> {
  const payload = url.startsWith('/api/') || url.endsWith('/progress') ? '{}' : 'do=confirm';
  const type = payload === '{}' ? 'application/json' : 'application/x-www-form-urlencoded';
  const { statusCode } = await edge.edge.app.inject({
    method: method as 'GET',
    url,
    headers: { host, ...(method === 'POST' && { 'content-type': type }) },
    ...(method === 'POST' && { payload }),
  });
  return statusCode;
}

/** The picture of an open shows nobody's name, and an email that is gone names no client. */
const clientUnknown = ['/t/o/*', '/t/v/*'];
/** Clients use pictures of their organization. */
const sharedWithClients = ['/f/*'];

describe('under the host name of an organization', () => {
  test('every public route has a rule, and one of everything it leads to is tried here', () => {
    const ruled = routes.filter(({ rule }) => rule === 'owner' || rule === 'organization').map(({ url }) => url);

    expect([...new Set(ruled)].sort()).toEqual(Object.keys(things.own).sort());
    expect(routes.filter(({ rule }) => rule === 'nobody').map(({ url }) => url.split('/')[1])).toEqual([
      'events',
      'orders',
    ]);
    expect(routes.filter(({ rule }) => rule === 'everybody').map(({ url }) => url)).toEqual([
      '/forms/',
      '/forms/embed.js',
      '/forms/page.js',
    ]);
  });

  test('a route without a rule stops the start', async () => {
    const app = fastify();
    const start = async () => {
      requireHostRules(app, { find: () => undefined });
      app.get('/new', async () => 'somebody');
      await app.ready();
    };

    await expect(start()).rejects.toThrow('says nothing of host names');
  });

  test('what is its own answers as on the address of the installation, and what is another’s is not found', async () => {
    for (const { method, url } of routes.filter(({ rule }) => rule === 'owner')) {
      const path = (whose: keyof typeof things) => things[whose][url as keyof Belongings];
      const at = (host: string, whose: keyof typeof things) => status(method, host, path(whose));
      const usual = await at(names.installation, 'others');
      const answers = await Promise.all([
        at(names.organization, 'own'),
        at(names.organization, 'maple'),
        at(names.organization, 'others'),
      ]);

      expect(usual, `${method} ${url}`).not.toBe(404);
      expect(answers, `${method} ${url}`).toEqual([usual, usual, 404]);
    }
  });

  test('and of a client: what is another client’s or the organization’s is not found either', async () => {
    for (const { method, url } of routes.filter(({ rule }) => rule === 'owner')) {
      const at = (whose: keyof typeof things) => status(method, names.client, things[whose][url as keyof Belongings]);
      const usual = await status(method, names.installation, things.own[url as keyof Belongings]);
      const hidden = clientUnknown.includes(url) ? usual : 404;
      const answers = await Promise.all([at('maple'), at('rye'), at('own'), at('others')]);

      expect(answers, `${method} ${url}`).toEqual([
        usual,
        hidden,
        sharedWithClients.includes(url) ? usual : hidden,
        404,
      ]);
    }
  });

  test('reports answer under the name of the whole organization alone', async () => {
    for (const { method, url } of routes.filter(({ rule }) => rule === 'organization')) {
      const at = (host: string, whose: keyof typeof things) =>
        status(method, host, things[whose][url as keyof Belongings]);
      const answers = await Promise.all([
        at(names.installation, 'others'),
        at(names.organization, 'own'),
        at(names.organization, 'others'),
        at(names.client, 'own'),
      ]);

      expect(answers, `${method} ${url}`).toEqual([200, 200, 404, 404]);
    }
  });

  test('reports of providers and shops are taken nowhere but on the address of the installation', async () => {
    const ids = `${edge.organizationId}/${randomUUID()}`;
    const at = (host: string) => [status('POST', host, `/events/ses/${ids}/x`), status('POST', host, `/orders/${ids}`)];

    expect(await Promise.all(at(names.installation))).toEqual([403, 403]);
    expect(await Promise.all(at(names.organization))).toEqual([404, 404]);
  });

  test.each(['GO.Fernhill.Example', 'go.fernhill.example.', 'go.fernhill.example:443', 'Go.fernhill.example.:8080'])(
    'no spelling leads around it: %s',
    async (host) => {
      expect(await status('GET', host, things.others['/qr/*'])).toBe(404);
      expect(await status('GET', host, things.own['/qr/*'])).toBe(302);
    },
  );

  test('unknown names answer as ever', async () => {
    expect(await status('GET', 'unknown.example', things.others['/qr/*'])).toBe(302);
  });
});

describe('where people are led', () => {
  test('a code of a form leads to the name of the form’s owner, and to the installation’s when that is gone', async () => {
    const form = things.own['/forms/:formId'];
    await edge.point('FormCode99', `http://waggle.test${form}`);
    const location = async (host: string) => {
      const answer = await edge.edge.app.inject({ method: 'GET', url: '/qr/FormCode99', headers: { host } });
      return String(answer.headers['location']).split('?')[0];
    };
    await expect.poll(() => location(names.installation)).toBe(`http://${names.organization}${form}`);

    await edge.db.owner.query(`update hosts set state = 'stopped' where host = $1`, [names.organization]);

    await expect.poll(() => location(names.organization)).toBe(`http://waggle.test${form}`);
    await edge.db.owner.query(`update hosts set state = 'verified' where host = $1`, [names.organization]);
  });

  test('printed codes answer under a name whose plan or records are gone, and others stay hidden there', async () => {
    await edge.db.owner.query(`update organizations set subscription_tier = 'lite'`);
    await edge.db.owner.query(`update hosts set state = 'stopped'`);

    const form = things.own['/forms/:formId'];
    await expect
      .poll(
        async () =>
          (await edge.edge.app.inject({ url: '/qr/FormCode99', headers: { host: names.organization } })).headers[
            'location'
          ],
      )
      .toContain(`http://waggle.test${form}`);
    expect(await status('GET', names.organization, things.own['/qr/*'])).toBe(302);
    expect(await status('GET', names.organization, things.others['/qr/*'])).toBe(404);
  });
});

test('an edge that starts without its database hides the same', async () => {
  const config = loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: 'postgres://waggle_app@127.0.0.1:1/nobody',
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    UNSAFE_NO_RATE_LIMITS: 'true',
    EDGE_DATA: edge.folder,
    SHED_EVENT_LOOP_DELAY_MS: '0',
  });
  await edge.recorded();
  const database = openDatabase(config);
  const alone = await createEdge(config, database, createLog({ LOG_LEVEL: 'silent' }, 'test'));
  const at = async (host: string, url: string) => (await alone.app.inject({ url, headers: { host } })).statusCode;

  const answers = [
    await at(names.organization, things.own['/qr/*']),
    await at(names.organization, things.others['/qr/*']),
    await at(names.installation, things.others['/qr/*']),
  ];
  await alone.app.close();
  await alone.close();
  await database.close();

  expect(answers).toEqual([302, 404, 302]);
});
