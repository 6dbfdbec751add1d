import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { createSecrets } from '../apps/server/src/platform/secrets.ts';
import { createLinkKeys } from '../apps/server/src/platform/tracking/link-keys.ts';
import type { AttackOptions, Sent, Span } from './worst-inputs-attack.ts';
import { screensOf, visit, type Visit } from './worst-inputs-bystander.ts';
import type { Health } from './worst-inputs-process.ts';
import {
  addOrganization,
  addReporter,
  type Organization,
  secretKey,
  type Server,
  startServer,
} from './worst-inputs-server.ts';

type AttackRun = {
  owner: pg.Client;
  databaseUrl: string;
  seconds: number;
  /** Contacts of the attacker; long questions grow with them. */
  contacts: number;
  /** Part of the name of the inputs that are sent; all when it is empty. */
  only: string;
};

/** Connections of the attacker; each sends one input after the other. */
const workers = 12;

export type Measured = {
  /** What the other organization was answered before the attack and during it. */
  calm: Visit[];
  visits: Visit[];
  /** What the attacker was answered, by input. */
  sent: Sent[];
  spans: Span[];
  calmHealth: Health;
  health: Health;
};

export async function runAttack({ owner, databaseUrl, seconds, contacts, only }: AttackRun): Promise<Measured> {
  const server = await startServer(databaseUrl);
  try {
    const office = await addOrganization(owner, 1, 2_000);
    const attacker = await addOrganization(owner, 40, contacts);
    const paths = await screensOf(server, office);
    const options = await armed(owner, databaseUrl, { server, attacker, only });
    const attack = new Worker(new URL('./worst-inputs-attack.ts', import.meta.url), { workerData: options });
    await once(attack, 'message');
    await visit(office, paths, 2);
    await server.health();
    const calm = await visit(office, paths, Math.max(2, seconds / 4));
    const calmHealth = await server.health();

    attack.postMessage('start');
    const visits = await visit(office, paths, seconds);
    attack.postMessage('stop');
    const [told] = (await once(attack, 'message')) as [Pick<Measured, 'sent' | 'spans'>];
    await attack.terminate();
    if (!server.isAlive()) throw new Error('The process is gone.');
    return { calm, visits, ...told, calmHealth, health: await server.health() };
  } finally {
    await server.close();
  }
}

/** The attacker may send campaigns: its domain counts as verified, and its mail server is nowhere. */
async function armed(
  owner: pg.Client,
  databaseUrl: string,
  { server, attacker, only }: { server: Server; attacker: Organization; only: string },
): Promise<AttackOptions> {
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { cookie: attacker.cookies[0]!, 'content-type': 'application/json' };
    const answer = await fetch(server.origin + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  await call('POST', '/api/sending/domains', { domain: 'attack.example' });
  await owner.query(`update sending_domains set state = 'verified', next_check_at = now() + interval '1 day'`);
  await owner.query('update dkim_keys set active_from = now()');
  await call('POST', '/api/sending/senders', { fromName: 'A', fromEmail: 'a@attack.example', isDefault: true });
  await call('POST', '/api/sending/connections', {
    name: 'Nowhere',
    host: 'nowhere.example',
    port: 587,
    tls: 'starttls',
    isDefault: true,
  });
  await call('PUT', '/api/sending/address', { postalAddress: '1 High Street' });
  const { rows } = await owner.query<{ id: string }>('select id from contacts where organization_id = $1 limit 1', [
    attacker.id,
  ]);
  const database = openDatabase({ DATABASE_URL: databaseUrl } as never);
  const linkKey = await createLinkKeys(database.tenant(null), createSecrets({ SECRET_KEY: secretKey })).newest();
  await database.close();
  return {
    origin: server.origin,
    edge: server.edge,
    smtpPort: server.smtpPort,
    cookies: attacker.cookies,
    organizationId: attacker.id,
    contactId: rows[0]!.id,
    reports: await addReporter(owner, attacker.id),
    linkKey,
    workers,
    only,
  };
}
