// A published form on a real edge, with an organization whose plan has no end; for measurements and faults.
import { type ChildProcess } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { FormDefinition } from '../packages/contracts/src/form-definition.ts';
import { type Challenge, proofHeader, proofOf } from '../packages/forms/src/proof.ts';
import { createChallenges } from '../apps/server/src/edge/forms/guard/challenges.ts';
import { createSeal } from '../apps/server/src/edge/forms/guard/seal.ts';
import { createForm } from '../apps/server/src/features/forms/forms.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { freePort, startPostgres } from '../apps/server/test/harness/postgres.ts';
import { profiled, secretKey, startEdge } from './edge-process.ts';
import { answering } from './server.ts';
import type { Asked } from './steady-load.ts';

export type FormsScene = Awaited<ReturnType<typeof createFormsScene>>;

export const definition = FormDefinition.parse({
  fields: [
    { id: 'field_1', type: 'text', label: 'First name' },
    { id: 'field_2', type: 'text', label: 'Last name' },
    { id: 'field_3', type: 'email', label: 'Email', required: true },
    { id: 'field_4', type: 'select', label: 'Loaf', options: ['Country sourdough', 'Rye', 'Brioche'] },
    { id: 'field_5', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday', 'Saturday'] },
    { id: 'field_6', type: 'consent', label: 'Email me the weekly bake list' },
  ],
  settings: { title: 'Join the bread club' },
});

export async function createFormsScene() {
  const postgres = await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'waggle-forms-'));
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 4 });
  // The database is taken away while it is asked.
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  await migrate(postgres.ownerUrl(), () => {});
  const database = openDatabase({
    DATABASE_POOL_SIZE: 4,
    DATABASE_STATEMENT_TIMEOUT_MS: 120_000,
    DATABASE_URL: postgres.appUrl(),
  });
  const organizationId = randomUUID();
  await owner.query(`insert into organizations (id, name, subscription_tier) values ($1, 'Bakery', 'system')`, [
    organizationId,
  ]);
  const { id: formId } = await createForm(sendsNoEmail, contextOf(database, organizationId), {
    ...definition,
    name: 'Bread club',
    isActive: true,
    publish: true,
    clientId: null,
  });
  const [port, metricsPort] = [await freePort(), await freePort()];
  let edge: ChildProcess | undefined;

  return {
    postgres,
    owner,
    formId,
    organizationId,
    metricsPort,
    origin: `http://127.0.0.1:${port}`,
    /** Starts it, again after it was ended. */
    async startEdge(): Promise<ChildProcess> {
      edge = startEdge({ port, metricsPort, databaseUrl: postgres.appUrl(), folder, flags: profiled() });
      await answering(`http://127.0.0.1:${port}/readyz`);
      return edge;
    },
    async close(): Promise<void> {
      const isProfiled = profiled().length > 0;
      edge?.kill(isProfiled ? 'SIGTERM' : 'SIGKILL');
      // The profile is written when the process ends by itself.
      if (edge && isProfiled) await once(edge, 'exit');
      await database.close();
      await owner.end();
      await postgres.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A form without emails asks for no sender. */
const sendsNoEmail = { settings: undefined as never };

const contextOf = (database: Database, organizationId: string) =>
  ({
    db: database.tenant({ organizationId }),
    organizationId,
    actor: { kind: 'job', name: 'bench' },
    now: () => new Date(),
  }) as const;

/**
 * Submissions of people nobody knows yet, each with the answer to a challenge of its own, as a browser sends them. Where
 * limits are off the answer is found in 500 tries; the edge checks it as any other.
 */
export function createVisitors(formId: string) {
  const challenges = createChallenges(createSeal({ SECRET_KEY: secretKey, SECRET_KEY_PREVIOUS: [] }), true);
  let people = 0;
  return (): Asked & { body: string } => {
    people += 1;
    return {
      method: 'POST',
      path: `/api/forms/${formId}/submit?version=1`,
      headers: { 'content-type': 'application/json', [proofHeader]: solve(challenges.create(formId)) },
      body: JSON.stringify({
        field_1: 'Hannah',
        field_2: `Okafor ${people}`,
        field_3: `hannah.${people}@visitors.example`,
        field_4: 'Country sourdough',
        field_5: 'Friday',
        ...(people % 2 === 0 && { field_6: true }),
      }),
    };
  };
}

function solve(challenge: Challenge): string {
  for (let number = 0; number < challenge.most; number += 1)
    if (hash('sha256', `${challenge.salt}${number}`) === challenge.target) return proofOf(challenge, number);
  throw new Error('The challenge has no answer.');
}
