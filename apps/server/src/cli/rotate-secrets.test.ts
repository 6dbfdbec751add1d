import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { openFactor, sealFactor } from '../features/accounts/sign-in/second-factor-keys.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createSecrets, keyIdOfSecretKey, type SecretKeys, secretPurposes } from '../platform/secrets.ts';
import { addLinkKey, createLinkKeys } from '../platform/tracking/link-keys.ts';

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `the ${name} key, long enough 0123456789`,
) as [string, string, string];
const canary = 'Canary-5c1e07d9';
const connectionsEach = 60;

let db: TestDatabase;
let database: Database;
const organizations = Array.from({ length: 3 }, () => randomUUID());

beforeAll(async () => {
  db = await createTestDatabase();
  database = openDatabase({ DATABASE_URL: db.appUrl, DATABASE_POOL_SIZE: 4, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
  await fill({ SECRET_KEY: first });
});
afterAll(async () => {
  await database.close();
  await db.drop();
});

/** Every kind of secret, in several organizations. */
async function fill(keys: SecretKeys): Promise<void> {
  const secrets = createSecrets(keys);
  await addLinkKey(database.tenant(null), secrets);
  for (const owner of organizations) {
    await db.owner.query('insert into organizations (id, name) values ($1, $2)', [owner, 'House']);
    const domainId = randomUUID();
    await db.owner.query('insert into sending_domains (organization_id, id, domain) values ($1, $2, $3)', [
      owner,
      domainId,
      `${owner}.example`,
    ]);
    await db.owner.query(
      `insert into dkim_keys (organization_id, domain_id, selector, algorithm, private_key, public_key) values ($1, $2, 'one', 'rsa-2048', $3, 'p')`,
      [owner, domainId, secrets.encrypt({ purpose: 'dkim', owner }, canary)],
    );
    for (let at = 0; at < connectionsEach; at += 1)
      await db.owner.query(
        `insert into smtp_connections (organization_id, name, kind, host, port, tls, username, secret, events_secret, max_connections)
         values ($1, 'Server', 'smtp', 'smtp.example', 587, 'starttls', 'user', $2, $3, 1)`,
        [
          owner,
          secrets.encrypt({ purpose: 'connection', owner }, canary),
          secrets.encrypt({ purpose: 'provider-events', owner }, canary),
        ],
      );
    await db.owner.query(`insert into shops (organization_id, name, kind, secret) values ($1, 'Shop', 'signed', $2)`, [
      owner,
      secrets.encrypt({ purpose: 'shop', owner }, canary),
    ]);
    await db.owner.query('insert into webhook_secrets (organization_id, secret) values ($1, $2)', [
      owner,
      secrets.encrypt({ purpose: 'webhook', owner }, canary),
    ]);
    const { rows } = await db.owner.query(
      `insert into directory.users (organization_id, email, name, two_factor_enabled) values ($1, $2, 'Ada', true) returning id`,
      [owner, `${owner}@house.example`],
    );
    await db.owner.query('insert into directory.two_factors (user_id, secret, backup_codes) values ($1, $2, $3)', [
      rows[0].id,
      await sealFactor(keys, canary),
      await sealFactor(keys, JSON.stringify([canary])),
    ]);
  }
}

const environment = ({ SECRET_KEY, SECRET_KEY_PREVIOUS = [] }: SecretKeys) => ({
  ...process.env,
  PUBLIC_URL: 'http://waggle.test',
  DATABASE_URL: db.appUrl,
  SMTP_URL: 'smtp://127.0.0.1:1',
  SECRET_KEY,
  SECRET_KEY_PREVIOUS: SECRET_KEY_PREVIOUS.map((key) => key.replaceAll(',', String.raw`\,`)).join(','),
});
const cli = new URL('../cli.ts', import.meta.url).pathname;

const run = (keys: SecretKeys, ...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile('node', [cli, 'rotate-secrets', ...args], { env: environment(keys) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

/** Opens everything there is and answers how many; throws when one secret cannot be read or says something else. */
async function openAll(keys: SecretKeys): Promise<number> {
  const secrets = createSecrets(keys);
  const said: string[] = [];
  const { rows } = await db.owner.query(
    `select organization_id as owner, 'dkim' as purpose, private_key as sealed from dkim_keys
     union all select organization_id, 'connection', secret from smtp_connections
     union all select organization_id, 'provider-events', events_secret from smtp_connections
     union all select organization_id, 'shop', secret from shops
     union all select organization_id, 'webhook', secret from webhook_secrets`,
  );
  for (const { owner, purpose, sealed } of rows) said.push(secrets.decrypt({ owner, purpose }, sealed));
  for (const { secret, backup_codes } of (await db.owner.query('select * from directory.two_factors')).rows)
    for (const stored of [secret, backup_codes]) said.push((await openFactor(keys, stored))?.text ?? 'nothing');

  expect(said.filter((text) => text !== canary && text !== JSON.stringify([canary]))).toEqual([]);
  expect(await createLinkKeys(database.tenant(null), secrets).all()).toHaveLength(1);
  return said.length + 1;
}

const total = 1 + organizations.length * (1 + connectionsEach * 2 + 2 + 2);
const under = async (key: string): Promise<number> =>
  (
    await db.owner.query('select from smtp_connections where substring(secret from 2 for 4) = $1', [
      Buffer.from(keyIdOfSecretKey(key), 'hex'),
    ])
  ).rowCount ?? 0;

/** Under which name the command counts what is stored for a purpose. Journals are files: they end after JOURNAL_DAYS. */
const kinds: Record<Exclude<(typeof secretPurposes)[number], 'journal'>, string> = {
  dkim: 'DKIM key',
  connection: 'connection password',
  'provider-events': 'provider events secret',
  shop: 'shop secret',
  webhook: 'webhook secret',
  link: 'link key',
};

describe('P3: waggle rotate-secrets', () => {
  test('knows every purpose anything is encrypted for', async () => {
    const { output } = await run({ SECRET_KEY: first }, '--check');

    const counted = [...output.matchAll(/│ '([^']+)' +│ '[0-9a-f]{8}'/g)].map(([, kind]) => kind);
    expect(Object.keys(kinds).toSorted()).toEqual(secretPurposes.filter((one) => one !== 'journal').toSorted());
    expect(counted).toEqual(expect.arrayContaining(Object.values(kinds)));
  });

  test('only counts with --check, by kind and key, and says that there is something to do', async () => {
    const { code, output } = await run({ SECRET_KEY: second, SECRET_KEY_PREVIOUS: [first] }, '--check');

    expect(code).toBe(1);
    expect(output).toMatch(/connection password.*180.*readable/);
    expect(output).toContain(`${total} secrets are not encrypted under ${keyIdOfSecretKey(second)}`);
    expect(await under(first)).toBe(connectionsEach * organizations.length);
  });

  test('killed in the middle, it goes on where it stopped; processes with either key read everything all the time', async () => {
    const before = { SECRET_KEY: first, SECRET_KEY_PREVIOUS: [second] };
    const after = { SECRET_KEY: second, SECRET_KEY_PREVIOUS: [first] };
    const child = spawn('node', [cli, 'rotate-secrets'], { env: environment(after), stdio: 'ignore' });
    while ((await under(second)) < 5) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGKILL');
    await once(child, 'exit');

    const stopped = await under(second);
    const read = [await openAll(before), await openAll(after)];
    const resumed = await run(after);
    const again = await run(after);

    expect(stopped).toBeLessThan(connectionsEach * organizations.length);
    expect(read).toEqual([total, total]);
    expect([resumed.code, again.code]).toEqual([0, 0]);
    expect(again.output).not.toContain('encrypted anew');
    expect(await openAll(before)).toBe(total);
    // The key before is not needed any more.
    expect(await openAll({ SECRET_KEY: second })).toBe(total);
    expect((await run({ SECRET_KEY: second }, '--check')).code).toBe(0);
  });

  test('a second rotation and two at once lose nothing', async () => {
    const keys = { SECRET_KEY: third, SECRET_KEY_PREVIOUS: [second] };

    const both = await Promise.all([run(keys), run(keys)]);

    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await openAll({ SECRET_KEY: third })).toBe(total);
  });

  test('names what it cannot open by kind, id and organization, goes on with the rest, and never shows a secret', async () => {
    const [owner] = organizations;
    const lost = createSecrets({ SECRET_KEY: 'a key that nobody has any more 012345' });
    await db.owner.query('update dkim_keys set private_key = $2 where organization_id = $1', [
      owner,
      lost.encrypt({ purpose: 'dkim', owner: owner! }, canary),
    ]);
    await db.owner.query(
      `update directory.two_factors set secret = 'no secret' where user_id = (select id from directory.users where organization_id = $1)`,
      [owner],
    );

    const { code, output } = await run({ SECRET_KEY: first, SECRET_KEY_PREVIOUS: [third] });

    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`Cannot be read: DKIM key [0-9a-f-]{36} of ${owner}, key ${lost.presentKeyId}`));
    expect(output).toMatch(new RegExp(`Cannot be read: second factor [0-9a-f-]{36} of ${owner}, key unknown`));
    expect(await under(first)).toBe(connectionsEach * organizations.length);
    for (const secret of [canary, first, second, third]) expect(output).not.toContain(secret);
  });

  test('--new-link-key adds a key beside the old ones', async () => {
    const { output } = await run({ SECRET_KEY: first }, '--new-link-key');

    const keys = await createLinkKeys(database.tenant(null), createSecrets({ SECRET_KEY: first })).all();
    expect(keys.map(({ id }) => id)).toEqual([1, 2]);
    expect(output).toContain('Links are signed with key 2');
  });
});
