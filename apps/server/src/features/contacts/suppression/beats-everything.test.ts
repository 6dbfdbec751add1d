import { randomUUID } from 'node:crypto';
import type { ContactSource } from '@waggle/contracts/contacts';
import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Actor, type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { deleteContact, startBatch, undoBatch } from '../batches/batches.ts';
import { recordConsent } from '../consent/consents.ts';
import { createContact, updateContact } from '../contacts.ts';
import { noCounts } from '../import/rows/classify.ts';
import { runImport } from '../import/run.ts';
import { revert } from '../import/undo/undo.ts';
import { recordLead } from '../leads.ts';
import { mergeContacts } from '../merge/merge.ts';
import { eraseContact } from '../privacy/erasure.ts';
import { suppressByHand } from './by-hand.ts';
import { lift } from './lift/lift.ts';
import { suppress } from './suppressions.ts';

/** 2,000 short stories on a machine that may be busy with other tests. */
vi.setConfig({ testTimeout: 300_000 });

let api: TestApi;
/** Looks behind the wall, for several stories at a time. */
let owner: pg.Pool;
beforeAll(async () => {
  // A connection for everybody in the race, and patience for those who wait at its end.
  api = await startTestApi({ env: { DATABASE_POOL_SIZE: '100', DATABASE_STATEMENT_TIMEOUT_MS: '60000' } });
  owner = new pg.Pool({ connectionString: api.db.ownerUrl, max: 4 });
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

/** An agency with two clients and a few contacts. Addresses are few, so that stories meet. */
type World = { organizationId: string; clients: readonly string[] };
const addresses = ['a@house.example', 'B@house.example', 'c@house.example'];

async function buildWorld(): Promise<World> {
  const [organizationId, x, y] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(
    `with house as (insert into organizations (id, name, type) values ($1, 'House', 'AGENCY') returning id)
     insert into clients (organization_id, id, name) select id, client, 'Client' from house, unnest($2::uuid[]) client`,
    [organizationId, [x, y]],
  );
  await owner.query(
    `insert into contacts (organization_id, client_id, email) values ($1, $2, $4), ($1, $3, $4), ($1, $2, $5), ($1, null, $5)`,
    [organizationId, x, y, ...addresses.slice(0, 2)],
  );
  return { organizationId, clients: [x, y] };
}

/** 0 is limited to a client, 1 looks at one, 2 is the organization. */
type Seat = 0 | 1 | 2;
const seat = fc.constantFrom<Seat[]>(0, 1, 2);
const address = fc.constantFrom(...addresses);

function contextOf({ organizationId, clients }: World, at: Seat, isJob = false): Context {
  const clientId = isJob ? null : (clients[at] ?? null);
  const clientLimit = at === 0 ? clientId : null;
  const actor: Actor = isJob
    ? { kind: 'job', name: 'test' }
    : { kind: 'user', userId: randomUUID(), sessionId: randomUUID(), role: 'USER', clientId, clientLimit };
  const db = api.database.tenant({ organizationId, clientId, clientLimit });
  return { db, organizationId, actor, now: () => new Date() };
}

type Row = { id: string; email: string; client_id: string | null };
/** The contact at that address in sight of the seat, if there is one. */
async function contactAt(ctx: Context, email: string, at: Seat): Promise<Row | undefined> {
  const rows = await ctx.db
    .selectFrom('contacts')
    .select(['id', 'email', 'client_id'])
    .where('organization_id', '=', ctx.organizationId)
    .where('email_folded', '=', email.toLowerCase())
    .orderBy('id')
    .execute();
  return rows[at % Math.max(rows.length, 1)];
}

type Step = { name: string; run: (world: World) => Promise<unknown> };
const onContact =
  (email: string, at: Seat, act: (ctx: Context, contact: Row) => Promise<unknown>) =>
  async (world: World): Promise<unknown> => {
    const ctx = contextOf(world, at);
    const contact = await contactAt(ctx, email, at);
    return contact && act(ctx, contact);
  };

const plan = { status: 'active', tagIds: [], basis: 'Signed up', fixes: [] };

/** A file as it stands after its check, applied by the same code as a worker runs. */
async function importFile(
  world: World,
  at: Seat,
  emails: string[],
  { existing = 'keep', kind = 'contacts' }: { existing?: string; kind?: string },
): Promise<string> {
  const content = Buffer.from(`email,first name\n${emails.map((email) => `${email},Imported\n`).join('')}`);
  const { rows } = await owner.query<{ id: string }>(
    `with import as (
       insert into imports (organization_id, client_id, kind, name, state, bytes, encoding, delimiter, plan, counts, started_at)
       values ($1, $2, $3, 'people.csv', 'running', $4, 'utf-8', ',', $5, $7, now()) returning id
     ), part as (
       insert into import_parts (organization_id, client_id, import_id, part, content) select $1, $2, id, 0, $6 from import
     ) select id from import`,
    [
      world.organizationId,
      world.clients[at] ?? null,
      kind,
      content.length,
      { columns: [{ to: 'email' }, { to: 'firstName' }], existing, ...plan },
      content,
      noCounts,
    ],
  );
  const { id } = rows[0]!;
  await runImport(contextOf(world, at, true), id);
  return id;
}

async function revertFile(world: World, at: Seat, importId: string): Promise<void> {
  await owner.query(`update imports set state = 'undoing', undone = $2 where id = $1`, [
    importId,
    { removed: 0, restored: 0, kept: 0 },
  ]);
  await revert(contextOf(world, at, true), importId);
}

/**
 * Every way by which a contact comes to be, changes or is stopped. A feature that adds a way adds it here: the story then
 * mixes it with all others.
 */
const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(address, seat, fc.constantFrom('active', 'lead')).map(([email, at, status]) => ({
    name: `create ${status} ${email} at ${at}`,
    run: (world) =>
      createContact(contextOf(world, at), {
        email,
        firstName: null,
        lastName: null,
        phone: null,
        source: 'manual',
        status,
        attributes: {},
      }),
  })),
  fc
    .tuple(
      address,
      seat,
      fc.constantFrom<Extract<ContactSource, 'form' | 'api' | 'automation'>[]>('form', 'api', 'automation'),
    )
    .map(([email, at, source]) => ({
      name: `lead ${email} by ${source} for ${at}`,
      run: (world) =>
        recordLead(contextOf(world, at, true), {
          email,
          source,
          status: 'active',
          clientId: world.clients[at] ?? null,
        }),
    })),
  fc.tuple(address, address, seat).map(([email, next, at]) => ({
    name: `readdress ${email} to ${next} at ${at}`,
    run: onContact(email, at, (ctx, { id }) => updateContact(ctx, id, { email: next })),
  })),
  fc.tuple(address, seat, fc.constantFrom('active', 'lead', 'unsubscribed')).map(([email, at, status]) => ({
    name: `make ${email} ${status} at ${at}`,
    run: onContact(email, at, (ctx, { id }) => updateContact(ctx, id, { status })),
  })),
  fc.tuple(address, address, seat).map(([email, other, at]) => ({
    name: `merge ${other} into ${email} at ${at}`,
    run: onContact(email, at, async (ctx, { id }) => {
      const gone = await contactAt(ctx, other, at);
      return gone && mergeContacts(ctx, id, gone.id);
    }),
  })),
  fc
    .tuple(address, seat, fc.constantFrom<('granted' | 'withdrawn')[]>('granted', 'withdrawn'))
    .map(([email, at, state]) => ({
      name: `consent ${state} by ${email} at ${at}`,
      run: onContact(email, at, (ctx, { id }) => recordConsent(ctx, id, { channel: 'email', state, basis: 'Said so' })),
    })),
  fc.tuple(address, seat, fc.boolean()).map(([email, at, suppressedMeanwhile]) => ({
    name: `delete ${email} at ${at} and take it back${suppressedMeanwhile ? ' after a complaint' : ''}`,
    run: onContact(email, at, async (ctx, { id }) => {
      const { batchId } = await deleteContact(ctx, id);
      if (suppressedMeanwhile)
        await suppress(ctx, { channel: 'email', address: email, reason: 'complained', source: 'bounce' });
      return undoBatch(ctx, batchId);
    }),
  })),
  fc
    .tuple(
      seat,
      fc.constantFrom<('active' | 'lead' | 'unsubscribed')[]>('active', 'lead', 'unsubscribed'),
      fc.boolean(),
    )
    .map(([at, status, undone]) => ({
      name: `make everybody ${status} at ${at}${undone ? ' and take it back' : ''}`,
      run: async (world) => {
        const ctx = contextOf(world, at);
        const { id } = await startBatch(ctx, { action: 'status', status, filter: {} });
        return undone && undoBatch(ctx, id);
      },
    })),
  fc
    .tuple(
      fc.uniqueArray(address, { minLength: 1 }),
      seat,
      fc.constantFrom<('keep' | 'update')[]>('keep', 'update'),
      fc.boolean(),
    )
    .map(([emails, at, existing, undone]) => ({
      name: `import ${emails.join(', ')} at ${at} (${existing})${undone ? ' and take it back' : ''}`,
      run: async (world) => {
        const importId = await importFile(world, at, emails, { existing });
        return undone && revertFile(world, at, importId);
      },
    })),
  fc.tuple(fc.uniqueArray(address, { minLength: 1 }), seat).map(([emails, at]) => ({
    name: `import ${emails.join(', ')} at ${at} as never to be written to`,
    run: (world) => importFile(world, at, emails, { kind: 'suppressions' }),
  })),
  fc.tuple(address, seat).map(([email, at]) => ({
    name: `delete ${email} at ${at} and forget it`,
    run: onContact(email, at, (ctx, { id }) =>
      ctx.db.deleteFrom('contacts').where('organization_id', '=', ctx.organizationId).where('id', '=', id).execute(),
    ),
  })),
  fc.tuple(address, seat).map(([email, at]) => ({
    name: `suppress ${email} by hand at ${at}`,
    run: (world) => suppressByHand(contextOf(world, at), { channel: 'email', address: email }),
  })),
  fc
    .tuple(
      address,
      seat,
      fc.constantFrom<('unsubscribed' | 'bounced' | 'complained')[]>('unsubscribed', 'bounced', 'complained'),
    )
    .map(([email, at, reason]) => ({
      name: `${reason} ${email} of ${at}`,
      run: (world) =>
        suppress(contextOf(world, at, true), {
          channel: 'email',
          address: email,
          reason,
          source: 'bounce',
          clientId: world.clients[at] ?? null,
        }),
    })),
  fc.tuple(address, seat).map(([email, at]) => ({
    name: `erase ${email} at ${at}`,
    run: onContact(email, at, (ctx, { id }) => eraseContact(ctx, id, { email })),
  })),
  fc.tuple(fc.nat(5), seat).map(([which, at]) => ({
    name: `lift ${which} at ${at}`,
    run: async (world) => {
      const ctx = contextOf(world, at);
      const rows = await ctx.db
        .selectFrom('suppressions')
        .select('id')
        .where('organization_id', '=', ctx.organizationId)
        .where('lifted_at', 'is', null)
        .orderBy('id')
        .execute();
      const row = rows[which % Math.max(rows.length, 1)];
      return row && lift(ctx, row.id);
    },
  })),
];

/** Who could be written to although the address is suppressed for their client; and whether the counters still hold. */
async function breaches({ organizationId }: World): Promise<unknown[]> {
  const { rows } = await owner.query(
    `select c.email, c.client_id, c.status, s.reason from contacts c
     join suppressions s on s.organization_id = c.organization_id and s.channel = 'email'
       and s.lifted_at is null and (s.client_id is null or s.client_id = c.client_id)
     where c.organization_id = $1::uuid and c.status in ('active', 'lead')
       and s.address_hash = (select sha256(key || sha256(key || convert_to('email:' || c.email_folded, 'UTF8'))) from suppression_keys where organization_id = $1::uuid)
     union all
     select 'counter', null, counted::text, null from contact_counts
     where organization_id = $1::uuid and counted <> (select count(*) from contacts where organization_id = $1::uuid and status in ('active', 'lead'))
     union all
     select 'tallies', client_id, status, contacts::text from contact_tallies t
     where organization_id = $1::uuid and contacts <> (select count(*) from contacts c where c.organization_id = $1::uuid
       and c.client_id is not distinct from t.client_id and c.status = t.status and c.source = t.source)`,
    [organizationId],
  );
  return rows;
}

const typed = { firstName: null, lastName: null, phone: null, source: 'manual', status: 'active', attributes: {} };

/** A refusal is an answer; everything else is a bug. */
const refused = (error: unknown): void => {
  if (!(error instanceof Problem)) throw error;
};

describe('C17 suppression beats everything', () => {
  test('in 2,000 stories of any order, after every step', async () => {
    const story = fc.array(fc.oneof(...steps), { minLength: 2, maxLength: 6 });
    let told = 0;
    const tell = (runs: number, seed: number) =>
      fc.assert(
        fc.asyncProperty(story, async (parts) => {
          const world = await buildWorld();
          for (const { name, run } of parts) {
            await run(world).catch(refused);
            expect({ after: name, breaches: await breaches(world) }).toEqual({ after: name, breaches: [] });
          }
          told += 1;
        }),
        { numRuns: runs, seed },
      );

    // Side by side, each in organizations of its own: most of a step is waiting for the database.
    await Promise.all([17, 18, 19, 20].map((seed) => tell(500, seed)));

    expect(told).toBe(2_000);
  });

  const raced = 'raced@house.example';
  const ways: Record<string, (world: World) => Promise<unknown>> = {
    created: (world) => createContact(contextOf(world, 2), { email: raced, ...typed }),
    'sent by a form': (world) =>
      recordLead(contextOf(world, 2, true), { email: raced, source: 'form', clientId: null }),
    'given the address': async (world) => {
      const ctx = contextOf(world, 2);
      const contact = await contactAt(ctx, addresses[0]!, 2);
      return updateContact(ctx, contact!.id, { email: raced });
    },
  };
  test.each(Object.entries(ways))(
    'when a contact is %s while its suppression is not yet committed',
    async (_way, act) => {
      const world = await buildWorld();
      let acting: Promise<unknown> = Promise.resolve();

      await inTransaction(contextOf(world, 2, true), async (ctx) => {
        await suppress(ctx, { channel: 'email', address: raced, reason: 'complained', source: 'bounce' });
        acting = act(world);
        // Long enough to get past a question asked too early.
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await acting;

      expect(await breaches(world)).toEqual([]);
      const { rows } = await owner.query('select status from contacts where organization_id = $1 and email = $2', [
        world.organizationId,
        raced,
      ]);
      expect(rows).toEqual([{ status: 'complained' }]);
    },
  );

  test('when 50 contacts are added at the moment their addresses are suppressed', async () => {
    const world = await buildWorld();
    const racers = Array.from({ length: 50 }, (_, at) => `racer${at}@house.example`);

    await Promise.all(
      racers.flatMap((email, at) => [
        createContact(contextOf(world, (at % 3) as Seat), { email, ...typed }),
        suppress(contextOf(world, 2, true), {
          channel: 'email',
          address: email,
          reason: 'complained',
          source: 'bounce',
        }),
      ]),
    );

    expect(await breaches(world)).toEqual([]);
    const { rows } = await owner.query(
      `select status, count(*)::int as contacts from contacts where organization_id = $1 and email like 'racer%' group by 1`,
      [world.organizationId],
    );
    expect(rows).toEqual([{ status: 'complained', contacts: 50 }]);
  });
});
