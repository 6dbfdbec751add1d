import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../src/platform/jobs/job.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { tellWebhooks } from '../../src/features/automations/webhooks/jobs.ts';
import { registerAdmin } from '../harness/people.ts';
import { startTestApi } from '../harness/test-api.ts';

/** Counts who knocks, and says nothing that could pass for TLS. */
let inside: Server & { port?: number };
let knocks = 0;
beforeAll(async () => {
  inside = createServer((socket) => {
    knocks += 1;
    // Read to its end, or the socket would never close.
    socket.on('error', () => {}).resume();
    socket.end('internal-db-7.corp\r\n');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  knocks = 0;
});
afterAll(() => new Promise((resolve) => inside.close(resolve)));

/** A webhook to a server beside this one, tried once by the workers of an installation with these settings. */
async function triedWith(env: Record<string, string>) {
  const api = await startTestApi({ workers: true, env });
  try {
    const { organizationId } = (await registerAdmin(api)).user;
    const { rows } = await api.db.owner.query<{ id: string }>(
      `with automation as (
         insert into automations (organization_id, name, status, draft, live_version) values ($1, 'Welcome', 'live', '{}', 1) returning id
       ), contact as (insert into contacts (organization_id, email) values ($1, 'ada@hooks.example') returning id)
       insert into automation_webhooks (organization_id, automation_id, step_id, run_id, seq, contact_id, url, reply)
       select $1, automation.id, 'abcdefgh', $2, 1, contact.id, $3, false from automation, contact returning id`,
      [organizationId, randomUUID(), `https://127.0.0.1:${(inside.address() as AddressInfo).port}/`],
    );
    await enqueue(backgroundContext(api.database, organizationId, 'test'), tellWebhooks, {});

    const row = () =>
      api.db.owner
        .query('select attempts, status, answer, problem from automation_webhooks where id = $1', [rows[0]!.id])
        .then(({ rows: [row] }) => row as unknown);
    await expect.poll(row, { timeout: 30_000, interval: 50 }).toMatchObject({ problem: 'no-answer' });
    return await row();
  } finally {
    await api.close();
  }
}

test('T04, T05: no other setting lets a webhook of an automation knock at a server inside', async () => {
  const row = await triedWith({ LINK_CHECKS: 'private', ALLOW_PRIVATE_MAIL_SERVERS: 'true' });

  expect(knocks).toBe(0);
  expect(row).toEqual({ attempts: 1, status: null, answer: null, problem: 'no-answer' });
});

test('T04: webhooks reach servers inside where the operator allows exactly that', async () => {
  await triedWith({ LINK_CHECKS: 'off', ALLOW_PRIVATE_WEBHOOKS: 'true' });

  expect(knocks).toBe(1);
});
