import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordShownConsents } from '#features/contacts/consent/shown.ts';
import { inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { casesOf } from '../harness/cases.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createMailRoom } from './mailed-links.ts';
import { createStories, type Step, type World } from './stories.ts';

vi.setConfig({ testTimeout: 900_000 });

let api: TestApi;
let owner: pg.Pool;
let stories: ReturnType<typeof createStories>;
beforeAll(async () => {
  api = await startTestApi({ env: { DATABASE_POOL_SIZE: '30' } });
  owner = new pg.Pool({ connectionString: api.db.ownerUrl, max: 4 });
  stories = createStories({ database: api.database, owner, mail: createMailRoom(api.database, owner) });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

type Asked = { id: string; email: string };

/** Everybody in it was asked to confirm and has not. */
async function unconfirmedWorld(): Promise<{ world: World; asked: Asked[] }> {
  const world = await stories.buildWorld();
  const { rows } = await owner.query<Asked>(
    `update contacts set email_consent = 'pending' where organization_id = $1 returning id, email`,
    [world.organizationId],
  );
  return { world, asked: rows };
}

/** Who can be mailed at an address that nobody has confirmed. */
async function mailable(asked: readonly Asked[]) {
  const { rows } = await owner.query(
    `select contacts.email, contacts.email_consent from contacts
     join unnest($1::uuid[], $2::text[]) asked (id, email) on contacts.id = asked.id and contacts.email = asked.email
     where contacts.status in ('active', 'lead') and contacts.email_consent not in ('pending', 'withdrawn')`,
    [asked.map(({ id }) => id), asked.map(({ email }) => email)],
  );
  return rows;
}

/** Another form, without double opt-in, on which the same address was typed and the box ticked. */
const ticked: Step = {
  name: 'tick a form without double opt-in',
  run: async (world) => {
    const ctx = stories.contextOf(world, 2, true);
    const contacts = await owner.query<{ id: string }>('select id from contacts where organization_id = $1', [
      world.organizationId,
    ]);
    for (const { id } of contacts.rows)
      await inTransaction(ctx, (ctx) =>
        recordShownConsents(ctx, [{ contactId: id, text: 'Email me', sourceId: id, version: 1, address: '' }]),
      );
  },
};

const refused = (error: unknown): void => {
  if (!(error instanceof Problem)) throw error;
};

test('nothing lifts an unconfirmed address: no edit, consent of the team, import, merge, move, undo or other form', async () => {
  let told = 0;
  const runs = casesOf(500);
  await fc.assert(
    fc.asyncProperty(stories.story, fc.nat(5), async (parts, at) => {
      const { world, asked } = await unconfirmedWorld();
      for (const { name, run } of [...parts.slice(0, at), ticked, ...parts.slice(at)]) {
        await run(world).catch(refused);
        expect({ after: name, mailable: await mailable(asked) }).toEqual({ after: name, mailable: [] });
      }
      told += 1;
    }),
    { numRuns: runs, seed: 4 },
  );

  expect(told).toBe(runs);
});
