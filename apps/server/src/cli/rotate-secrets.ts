import { parseArgs } from 'node:util';
import { factorSecrets } from '../features/accounts/sign-in/stored-factors.ts';
import { webhookSecrets } from '../features/automations/webhooks/stored-secrets.ts';
import { shopSecrets } from '../features/purchases/shops/stored-secrets.ts';
import { settingsSecrets } from '../features/settings/secrets/stored-secrets.ts';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { createSecrets, keyIdOfSecretKey, readableKeys, type Secrets } from '../platform/secrets.ts';
import type { StoredSecret } from '../platform/stored-secret.ts';
import { addLinkKey, findLinkKeys, linkKeySecrets } from '../platform/tracking/link-keys.ts';

const options = { check: { type: 'boolean' }, 'new-link-key': { type: 'boolean' } } as const;

/** A secret that changed while it was encrypted anew is looked at again, at most this often. */
const mostPasses = 5;

type Line = { kind: string; key: string; count: number; state: 'present' | 'readable' | 'unreadable' };

/** Each secret is one conditional update, so that it can be killed, run again and run twice, beside running processes. */
export async function rotateSecretsCommand(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const database = openDatabase(config);
  const secrets = createSecrets(config);
  const stored = () => storedSecrets(config, database, secrets);
  try {
    console.log(`The present key is ${secrets.presentKeyId}. Others that can read: ${otherKeys(config)}.`);
    if (!values.check) {
      for (let pass = 1; pass <= mostPasses && (await renewAll(stored(), secrets.presentKeyId)) > 0; pass += 1);
      if (values['new-link-key']) await newLinkKey(database, secrets);
    }
    report(await count(stored(), secrets.presentKeyId), secrets.presentKeyId);
  } finally {
    await database.close();
  }
}

async function* storedSecrets(config: Config, database: Database, secrets: Secrets): AsyncGenerator<StoredSecret> {
  yield* linkKeySecrets(database.tenant(null), secrets);
  yield* settingsSecrets({ database, secrets });
  yield* shopSecrets({ database, secrets });
  yield* webhookSecrets({ database, secrets });
  yield* factorSecrets(config, database);
}

const otherKeys = (config: Config): string => readableKeys(config).slice(1).map(keyIdOfSecretKey).join(', ') || 'none';

/** Answers how many were changed by somebody else meanwhile. */
async function renewAll(stored: AsyncIterable<StoredSecret>, presentKeyId: string): Promise<number> {
  const renewed = new Map<string, number>();
  let missed = 0;
  for await (const secret of stored) {
    if (secret.keyId === presentKeyId || !secret.isReadable) continue;
    if (await secret.renew()) renewed.set(secret.kind, (renewed.get(secret.kind) ?? 0) + 1);
    else missed += 1;
  }
  for (const [kind, total] of renewed) console.log(`${kind}: ${total} encrypted anew`);
  return missed;
}

async function newLinkKey(database: Database, secrets: Secrets): Promise<void> {
  await addLinkKey(database.tenant(null), secrets);
  const newest = (await findLinkKeys(database.tenant(null))).at(-1);
  console.log(`Links are signed with key ${newest?.id} within a minute. Older links keep working.`);
}

async function count(stored: AsyncIterable<StoredSecret>, presentKeyId: string): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>();
  for await (const { kind, id, organizationId, keyId, isReadable } of stored) {
    const state = !isReadable ? 'unreadable' : keyId === presentKeyId ? 'present' : 'readable';
    const name = `${kind} ${keyId} ${state}`;
    lines.set(name, { kind, key: keyId, count: (lines.get(name)?.count ?? 0) + 1, state });
    if (!isReadable)
      console.log(`Cannot be read: ${kind} ${id} of ${organizationId ?? 'the installation'}, key ${keyId}.`);
  }
  return lines;
}

function report(lines: Map<string, Line>, presentKeyId: string): void {
  console.table([...lines.values()]);
  const left = [...lines.values()].filter(({ state }) => state !== 'present');
  if (left.length === 0) return console.log(`Everything is encrypted under ${presentKeyId}. No other key is needed.`);
  const total = left.reduce((sum, line) => sum + line.count, 0);
  console.log(`${total} secrets are not encrypted under ${presentKeyId}. Keep the other keys.`);
  process.exitCode = 1;
}
