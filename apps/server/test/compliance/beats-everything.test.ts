import pg from 'pg';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createContact, updateContact } from '#features/contacts/contacts.ts';
import { recordLeads } from '#features/contacts/leads.ts';
import { suppress } from '#features/contacts/suppression/suppressions.ts';
import { inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { casesOf } from '../harness/cases.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createMailRoom, type MailRoom } from './mailed-links.ts';
import { addresses, createStories, type MemberKind, type World } from './stories.ts';

/** Thousands of short stories on a machine that may be busy with other tests. */
vi.setConfig({ testTimeout: 900_000 });

/** Stories, and how many are told at a time: most of a step is waiting for the database. */
const workers = 8;
const runs = workers * Math.ceil(casesOf(5_000) / workers);

let api: TestApi;
/** Looks behind the wall, for several stories at a time. */
let owner: pg.Pool;
let mail: MailRoom;
let stories: ReturnType<typeof createStories>;
beforeAll(async () => {
  // A connection for everybody in the race, and patience for those who wait at its end.
  api = await startTestApi({ env: { DATABASE_POOL_SIZE: '100', DATABASE_STATEMENT_TIMEOUT_MS: '60000' } });
  owner = new pg.Pool({ connectionString: api.db.ownerUrl, max: workers });
  mail = createMailRoom(api.database, owner);
  stories = createStories({ database: api.database, owner, mail });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
const typed = {
  firstName: null,
  lastName: null,
  phone: null,
  company: null,
  source: 'manual',
  status: 'active',
  attributes: {},
};

/** A refusal is an answer; everything else is a bug. */
const refused = (error: unknown): void => {
  if (!(error instanceof Problem)) throw error;
};

describe('C17 suppression beats everything', () => {
  test(`in ${runs} stories of any order, after every step`, async () => {
    let told = 0;
    const tell = (runs: number, seed: number) =>
      fc.assert(
        fc.asyncProperty(stories.story, async (parts) => {
          const world = await stories.buildWorld();
          for (const { name, run } of parts) {
            await run(world).catch(refused);
            expect({ after: name, breaches: await stories.breaches(world) }).toEqual({ after: name, breaches: [] });
          }
          told += 1;
        }),
        { numRuns: runs, seed },
      );

    // Each worker in organizations of its own.
    await Promise.all(Array.from({ length: workers }, (_, worker) => tell(runs / workers, 17 + worker)));

    process.stdout.write(`C17: ${told} stories, ${mail.sent()} mails sent, ${mail.pressed()} opt-outs by link\n`);
    expect(told).toBe(runs);
    expect(mail.pressed()).toBeGreaterThan(runs / 3);
  });

  const raced = 'raced@house.example';
  const ways: Record<string, (world: World) => Promise<unknown>> = {
    created: (world) => createContact(stories.contextOf(world, 2), { email: raced, ...typed, clientId: null }),
    'sent by a form': (world) =>
      recordLeads(stories.contextOf(world, 2, true), [{ email: raced, source: 'form', clientId: null }]),
    'given the address': async (world) => {
      const ctx = stories.contextOf(world, 2);
      const contact = await stories.contactAt(ctx, addresses[0]!, 2);
      return updateContact(ctx, contact!.id, { email: raced });
    },
  };
  test.each(Object.entries(ways))(
    'when a contact is %s while its suppression is not yet committed',
    async (_way, act) => {
      const world = await stories.buildWorld();
      let acting: Promise<unknown> = Promise.resolve();

      await inTransaction(stories.contextOf(world, 2, true), async (ctx) => {
        await suppress(ctx, { channel: 'email', address: raced, reason: 'complained', source: 'bounce' });
        acting = act(world);
        // Long enough to get past a question asked too early.
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await acting;

      expect(await stories.breaches(world)).toEqual([]);
      const { rows } = await owner.query('select status from contacts where organization_id = $1 and email = $2', [
        world.organizationId,
        raced,
      ]);
      expect(rows).toEqual([{ status: 'complained' }]);
    },
  );

  test('when 50 contacts are added at the moment their addresses are suppressed', async () => {
    const world = await stories.buildWorld();
    const racers = Array.from({ length: 50 }, (_, at) => `racer${at}@house.example`);

    await Promise.all(
      racers.flatMap((email, at) => [
        createContact(stories.contextOf(world, (at % 3) as MemberKind), {
          email,
          ...typed,
          clientId: world.clients[at % 3] ?? null,
        }),
        suppress(stories.contextOf(world, 2, true), {
          channel: 'email',
          address: email,
          reason: 'complained',
          source: 'bounce',
        }),
      ]),
    );

    expect(await stories.breaches(world)).toEqual([]);
    const { rows } = await owner.query(
      `select status, count(*)::int as contacts from contacts where organization_id = $1 and email like 'racer%' group by 1`,
      [world.organizationId],
    );
    expect(rows).toEqual([{ status: 'complained', contacts: 50 }]);
  });
});
