import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { createHttpApp } from '../../platform/http/app.ts';
import { createLog } from '../../platform/log.ts';
import { addLinkKey, createLinkKeys } from '../../platform/tracking/link-keys.ts';
import { signToken } from '../../platform/tracking/token.ts';
import { scan, type TestEdge } from '../../../test/harness/test-edge.ts';
import { type Harness, createHarness, form, secrets, targets, waiting } from './test-harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.edge.close());

const recorded = async (harness: Harness, count: number): Promise<Record<string, any>[]> => {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline;) {
    const rows = await waiting(harness);
    if (rows.length >= count) return rows;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return waiting(harness);
};
const forget = async (harness: Harness) => {
  // Opens and clicks are written a moment after they were answered.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await harness.edge.db.owner.query('delete from inbox_events');
};

describe('the picture of a mail', () => {
  test('is one point, never kept by anybody, and counts only when it is fetched (K2)', async () => {
    await forget(harness);
    const picture = await scan(harness.edge, harness.address('open'));
    const bytes = Buffer.from(await picture.arrayBuffer());
    const head = await scan(harness.edge, harness.address('open'), { method: 'HEAD' });
    const others = await Promise.all(
      ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) =>
        scan(harness.edge, harness.address('open'), { method }),
      ),
    );

    const rows = await recorded(harness, 1);
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
    expect(head.status).toBe(200);
    expect(others.map(({ status }) => status)).toEqual([405, 405, 405, 405, 405]);
    expect(rows.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([['open', harness.campaignId]]);
    expect(rows[0]!['payload'].sendId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a link of a mail', () => {
  test('leads to the frozen address and says which link of which mail was followed', async () => {
    await forget(harness);
    const answer = await scan(harness.edge, harness.address('click', { linkNo: 2 }));
    const head = await scan(harness.edge, harness.address('click'), { method: 'HEAD' });

    const rows = await recorded(harness, 1);
    expect([answer.status, answer.headers.get('location'), head.headers.get('location')]).toEqual([
      302,
      targets[1],
      targets[0],
    ]);
    expect(rows.map(({ kind, payload }) => [kind, payload.linkNo])).toEqual([['click', 2]]);
  });

  test('leads nowhere else, whatever is added to it (T33)', async () => {
    const names =
      'url,u,to,next,r,return_to,redirect,redirect_uri,target,dest,destination,continue,goto,link,out,view,q,href,location,callback,forward,back,ref,uri,path,site,html,page,host,domain,data,reference,file,dir,show,navigation,open,val,validate,window,feed,port,result,rurl,go,action,exit,image_url,checkout_url,login'.split(
        ',',
      );
    const values = [
      'https://evil.example',
      '//evil.example',
      String.raw`\\evil.example`,
      'https:evil.example',
      '/%2f%2fevil.example',
      'javascript:alert(1)',
      '%0d%0aLocation:%20https://evil.example',
      'data:text/html,x',
      '.evil.example',
      '@evil.example',
      '%09//evil.example',
      'http://127.0.0.1',
      '////evil.example',
      'https://evil.example%23.shop.example',
      'https://shop.example.evil.example',
      '%2e%2e%2f',
      '%00',
      '',
      '0',
      'null',
      'true',
      'https%3A%2F%2Fevil.example',
      'ftp://evil.example',
      'file:///etc/passwd',
      'https://[::1]/',
      'HTTPS://EVIL.EXAMPLE',
      '?',
      '#',
      '%E2%80%AE',
      'x'.repeat(500),
    ];
    const address = harness.address('click');
    const locations = new Set<string | null>();

    expect([names.length, values.length]).toEqual([50, 30]);
    for (const name of names)
      for (const answer of await Promise.all(
        values.map((value) =>
          scan(
            harness.edge,
            `${address}?${name}=${value.replaceAll('#', '%23').replaceAll(' ', '%20').replaceAll('\\', '%5C')}`,
          ),
        ),
      ))
        locations.add(answer.headers.get('location'));

    expect([...locations]).toEqual([targets[0]]);
  }, 60_000);

  test('that was altered or belongs to another campaign is not found and leads nowhere (K4)', async () => {
    const address = harness.address('click');
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const alter = (text: string): string => {
      const at = 5 + randomInt(text.length - 5);
      const other = digits.replace(text[at]!, '');
      return text.slice(0, at) + other[randomInt(other.length)] + text.slice(at + 1);
    };
    const forged = [
      ...Array.from({ length: 2_000 }, () => alter(address)),
      ...Array.from({ length: 100 }, () => `/t/c/${randomBytes(66).toString('base64url')}`),
      '/t/c/',
      '/t/c/x',
      `${address}x`,
      address.slice(0, -1),
      address.replace('/t/c/', '/t/o/'),
      harness.address('open').replace('/t/o/', '/t/c/'),
      harness.address('click', { campaignId: randomUUID() }),
      harness.address('click', { organizationId: randomUUID() }),
      harness.address('click', { linkNo: 99 }),
    ];
    const answers: Response[] = [];

    for (let at = 0; at < forged.length; at += 50)
      answers.push(...(await Promise.all(forged.slice(at, at + 50).map((url) => scan(harness.edge, url)))));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(answers.filter((answer) => answer.headers.has('location'))).toEqual([]);
  }, 60_000);

  test('stays as it was sent when the campaign is edited, and opens after the key has changed (K5)', async () => {
    const old = harness.address('click');
    await scan(harness.edge, old);
    await harness.edge.db.owner.query(
      `update campaigns set content = '{"html": "other"}', subject = 'Other' where id = $1`,
      [harness.campaignId],
    );
    await addLinkKey(harness.edge.database.tenant(null), secrets);
    const newer = (await createLinkKeys(harness.edge.database.tenant(null), secrets).all()).at(-1)!;
    const claims = {
      purpose: 'click' as const,
      cell: 1,
      organizationId: harness.edge.organizationId,
      campaignId: harness.campaignId,
      sendId: randomUUID(),
      linkNo: 1,
    };

    const answers = await Promise.all([old, `/t/c/${signToken(newer, claims)}`].map((url) => scan(harness.edge, url)));

    expect(newer.id).toBe(harness.key.id + 1);
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([targets[0], targets[0]]);
  });
});

describe('the way out', () => {
  test('is not taken by looking at it: GET, HEAD and prefetch a thousand times change nothing (C3)', async () => {
    await forget(harness);
    const inits: RequestInit[] = [
      {},
      { method: 'HEAD' },
      { headers: { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' } },
      { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' } },
    ];
    const statuses = new Set<number>();

    for (let turn = 0; turn < 250; turn += 1)
      for (const answer of await Promise.all(
        inits.flatMap((init) =>
          [harness.address('unsubscribe'), harness.address('preferences')].map((url) => scan(harness.edge, url, init)),
        ),
      ))
        statuses.add(answer.status);
    const before = (await waiting(harness)).length;
    const page = await (await scan(harness.edge, harness.address('unsubscribe'))).text();
    const pressed = await scan(harness.edge, harness.address('unsubscribe'), {
      method: 'POST',
      headers: form,
      body: 'do=unsubscribe',
    });

    expect([...statuses]).toEqual([200]);
    expect(before).toBe(0);
    expect(page).toMatch(/<form method="post"><button name="do" value="unsubscribe">/);
    expect(page).not.toMatch(/<script|<img|http-equiv/);
    expect(pressed.status).toBe(200);
    expect((await waiting(harness)).map(({ kind }) => kind)).toEqual(['unsubscribe']);
  }, 60_000);

  test('takes one click without cookie or redirect, and is recorded before it is answered (C1)', async () => {
    await forget(harness);
    const body = 'List-Unsubscribe=One-Click';
    const answer = await bare(harness.edge, harness.address('unsubscribe'), form['content-type'], body);
    const atOnce = await waiting(harness);
    const boundary = 'b0undary';
    const parts = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
    const second = await bare(
      harness.edge,
      harness.address('unsubscribe'),
      `multipart/form-data; boundary=${boundary}`,
      parts,
    );

    expect([answer, second].map((text) => text.split('\r\n')[0])).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
    expect(answer.toLowerCase()).not.toMatch(/set-cookie|location:/);
    expect(atOnce.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([['unsubscribe', harness.campaignId]]);
    expect(await waiting(harness)).toHaveLength(2);
  });

  test('offers to undo it and to choose, in the language of the reader', async () => {
    await forget(harness);
    const press = (body: string, language: string) =>
      scan(harness.edge, harness.address('unsubscribe'), {
        method: 'POST',
        headers: { ...form, 'accept-language': language },
        body,
      });
    const done = await (await press('do=unsubscribe', 'fr-CA')).text();
    const undone = await (await press('do=resubscribe', 'es')).text();
    const preferences = /href="(\/t\/p\/[\w-]{88})"/.exec(done)?.[1] ?? '';
    const settings = await scan(harness.edge, preferences);

    expect(done).toContain('<html lang="fr">');
    expect(done).toContain('value="resubscribe"');
    expect(undone).toContain('Bienvenido de nuevo');
    expect(settings.status).toBe(200);
    expect(await settings.text()).toContain('Unsubscribe from everything');
    expect((await waiting(harness)).map(({ kind }) => kind)).toEqual(['unsubscribe', 'resubscribe']);
  });

  test('takes nothing but its own small forms', async () => {
    await forget(harness);
    const address = harness.address('unsubscribe');
    const post = (body: string, type = form['content-type'], url = address) =>
      scan(harness.edge, url, { method: 'POST', headers: { 'content-type': type }, body });

    const answers = await Promise.all([
      post(''),
      post('do=delete'),
      post('{"do":"unsubscribe"}', 'application/json'),
      post(`do=unsubscribe&x=${'x'.repeat(5_000)}`),
      post('do=unsubscribe', form['content-type'], `${address.slice(0, -2)}AA`),
      post('do=unsubscribe', form['content-type'], harness.address('click').replace('/t/c/', '/t/u/')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 413, 404, 404]);
    expect(await waiting(harness)).toEqual([]);
  });
});

test('while the database is away links open, opens count and opt-outs are on the disk before they are answered (K6)', async () => {
  const alone = await createHarness();
  try {
    // Once seen, it is in the copy.
    expect((await scan(alone.edge, alone.address('click'))).status).toBe(302);
    await alone.edge.database.close();
    await new Promise((resolve) => setTimeout(resolve, 100));

    const click = await scan(alone.edge, alone.address('click'));
    const open = await scan(alone.edge, alone.address('open'));
    const out = await scan(alone.edge, alone.address('unsubscribe'), {
      method: 'POST',
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    });
    const spool = join(alone.edge.folder, 'spool');
    const kept = readdirSync(spool)
      .map((name) => readFileSync(join(spool, name), 'utf8'))
      .join('');

    expect([click.status, click.headers.get('location'), open.status, out.status]).toEqual([302, targets[0], 200, 200]);
    expect(kept).toContain('"kind":"unsubscribe"');
    const keys = readFileSync(join(alone.edge.folder, 'mail-links.sqlite'));
    expect(keys.includes(alone.key.secret) || keys.includes(alone.key.secret.toString('base64'))).toBe(false);
  } finally {
    await alone.edge.edge.app.close();
    await alone.edge.edge.close();
    await alone.edge.db.drop();
  }
});

test('where one process serves everything, the ways out stand open beside the gates of the dashboard', async () => {
  await forget(harness);
  const config = loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    DATABASE_URL: harness.edge.db.appUrl,
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SHED_EVENT_LOOP_DELAY_MS: '60000',
  });
  const app = await createHttpApp(config, createLog({ LOG_LEVEL: 'silent' }, 'test'));
  harness.edge.edge.serveOn(app);
  app.post('/api/own', () => ({}));
  const headers = { ...form, host: 'waggle.test', origin: 'null', 'sec-fetch-site': 'cross-site' };
  const post = (url: string, payload: string) => app.inject({ method: 'POST', url, headers, payload });

  const oneClick = await post(harness.address('unsubscribe'), 'List-Unsubscribe=One-Click');
  const pressed = await post(harness.address('unsubscribe'), 'do=resubscribe');
  const gated = await post('/api/own', 'do=unsubscribe');
  const report = await post(`/events/ses/${harness.edge.organizationId}/${randomUUID()}/x`, '{}');
  const click = await app.inject({ url: harness.address('click'), headers: { host: 'waggle.test' } });
  await app.close();

  expect([oneClick, pressed, gated, report, click].map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 403, 403, 302,
  ]);
  expect(pressed.headers['content-security-policy']).toContain("form-action 'self'");
  expect(new Set((await recorded(harness, 3)).map(({ kind }) => kind))).toEqual(
    new Set(['click', 'resubscribe', 'unsubscribe']),
  );
});

test('no address in a mail says who got it (K8)', () => {
  const sendId = randomUUID();
  const addresses = (['open', 'click', 'unsubscribe', 'preferences'] as const).map((purpose) =>
    harness.address(purpose, { sendId }),
  );

  for (const address of addresses) {
    expect(address).toMatch(/^\/t\/[ocup]\/[\w-]{88}$/);
    expect(address).not.toMatch(/@|%40|email|contact/i);
    expect(address).not.toContain(sendId);
  }
});

/** What a provider's program sends: no cookie, no browser, one socket. */
function bare({ origin }: TestEdge, path: string, type: string, body: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: waggle.test\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
