import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Campaigns } from '../apps/server/src/features/campaigns/parts.ts';

const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

/** An organization with contacts that may send at once: its domain is verified and old, its connection leads to the port. */
export async function insertOrganization(
  { owner, campaigns }: { owner: pg.Pool; campaigns: Campaigns },
  people: number,
  port: number,
): Promise<string> {
  const id = randomUUID();
  await owner.query(`insert into organizations (id, name, postal_address) values ($1, 'Hive', '1 Hive Street')`, [id]);
  await furnish({ owner, campaigns }, id, people, port);
  return id;
}

/** Everything an organization needs to send. */
export async function furnish(
  { owner, campaigns }: { owner: pg.Pool; campaigns: Campaigns },
  id: string,
  people: number,
  port: number,
): Promise<void> {
  const domain = `${id.slice(0, 8)}.example`;
  const sealed = campaigns.settings.secrets.encrypt({ purpose: 'dkim', owner: id }, key);
  const { rows } = await owner.query<{ id: string }>(
    `insert into sending_domains (organization_id, domain, state, verified_at, warming_since)
     values ($1, $2, 'verified', now(), now() - interval '30 days') returning id`,
    [id, domain],
  );
  await owner.query(
    `insert into dkim_keys (organization_id, domain_id, selector, algorithm, private_key, public_key, active_from)
     values ($1, $2, 's1', 'ed25519', $3, 'p', now())`,
    [id, rows[0]!.id, sealed],
  );
  await owner.query(
    `insert into senders (organization_id, domain_id, from_name, from_email, is_default) values ($1, $2, 'Hive', $3, true)`,
    [id, rows[0]!.id, `news@${domain}`],
  );
  await owner.query(
    `insert into smtp_connections (organization_id, name, kind, host, port, tls, max_connections, is_default)
     values ($1, 'Judge', 'smtp', '127.0.0.1', $2, 'none', 20, true)`,
    [id, port],
  );
  await owner.query(
    `insert into contacts (organization_id, email, first_name)
     select $1, 'p' || n || '@r' || n % 25 || '.example', 'Person ' || n from generate_series(1, $2::int) n`,
    [id, people],
  );
}
