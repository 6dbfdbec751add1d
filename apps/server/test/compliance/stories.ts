import { randomUUID } from 'node:crypto';
import type { ContactSource } from '@waggle/contracts/contacts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { deleteContact, startBatch, undoBatch } from '#features/contacts/batches/batches.ts';
import { recordConsent } from '#features/contacts/consent/consents.ts';
import { createContact, updateContact } from '#features/contacts/contacts.ts';
import { noCounts } from '#features/contacts/import/rows/classify.ts';
import { runImport } from '#features/contacts/import/run.ts';
import { revert } from '#features/contacts/import/undo/undo.ts';
import { recordLeads } from '#features/contacts/leads.ts';
import { mergeContacts } from '#features/contacts/merge/merge.ts';
import { moveContact } from '#features/contacts/move/move.ts';
import { eraseContact } from '#features/contacts/privacy/erasure.ts';
import { suppressByHand } from '#features/contacts/suppression/by-hand.ts';
import { lift } from '#features/contacts/suppression/lift/lift.ts';
import { suppress } from '#features/contacts/suppression/suppressions.ts';
import type { Actor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import type { MailRoom, OptOut } from './mailed-links.ts';

/** An agency with two clients and a few contacts. Addresses are few, so that stories meet. */
export type World = {
  organizationId: string;
  clients: readonly string[];
  /** Deletions that could be undone. */
  deletions: { at: MemberKind; batchId: string }[];
  /** Which contact a merged one became part of. */
  heirs: Map<string, string>;
  /** Who has pressed a link out of a mail, and has not taken it back. */
  optOuts: OptOut[];
};
export const addresses = ['a@house.example', 'B@house.example', 'c@house.example'];

/** 0 and 1 stand inside a client, 2 is the organization. */
export type MemberKind = 0 | 1 | 2;
const memberKind = fc.constantFrom<MemberKind[]>(0, 1, 2);
const address = fc.constantFrom(...addresses);

type Row = { id: string; email: string; client_id: string | null };
export type Step = { name: string; run: (world: World) => Promise<unknown> };
const plan = { status: 'active', tagIds: [], basis: 'Signed up', fixes: [] };

/** Whom steps are about; `other` is who they are merged with or renamed to. */
type About = { address: fc.Arbitrary<string>; other: fc.Arbitrary<string>; memberKind: fc.Arbitrary<MemberKind> };

/** `owner` looks behind the wall. */
type Parts = { database: Database; owner: pg.Pool; mail: MailRoom };

// oxlint-disable-next-line max-lines-per-function -- a list of steps, each a few lines
export function createStories({ database, owner, mail }: Parts) {
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
    return { organizationId, clients: [x, y], deletions: [], heirs: new Map(), optOuts: [] };
  }

  function contextOf({ organizationId, clients }: World, at: MemberKind, isJob = false): Context {
    const clientId = isJob ? null : (clients[at] ?? null);
    const actor: Actor = isJob
      ? { kind: 'job', name: 'test' }
      : { kind: 'user', userId: randomUUID(), sessionId: randomUUID(), role: 'USER', clientId, clientLimit: null };
    return { db: database.tenant({ organizationId, clientId }), organizationId, actor, now: () => new Date() };
  }

  /** The contact at that address in sight of the seat, if there is one. */
  async function contactAt(ctx: Context, email: string, at: MemberKind): Promise<Row | undefined> {
    const rows = await ctx.db
      .selectFrom('contacts')
      .select(['id', 'email', 'client_id'])
      .where('organization_id', '=', ctx.organizationId)
      .where('email_folded', '=', email.toLowerCase())
      .orderBy('id')
      .execute();
    return rows[at % Math.max(rows.length, 1)];
  }

  const onContact =
    (email: string, at: MemberKind, act: (ctx: Context, contact: Row) => Promise<unknown>) =>
    async (world: World): Promise<unknown> => {
      const ctx = contextOf(world, at);
      const contact = await contactAt(ctx, email, at);
      return contact && act(ctx, contact);
    };

  /** A file as it stands after its check, applied by the same code as a worker runs. */
  async function importFile(
    world: World,
    at: MemberKind,
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

  async function revertFile(world: World, at: MemberKind, importId: string): Promise<void> {
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
  const stepsAbout = ({ address, other, memberKind }: About): fc.Arbitrary<Step>[] => [
    fc.tuple(address, memberKind, fc.constantFrom('active', 'lead')).map(([email, at, status]) => ({
      name: `create ${status} ${email} at ${at}`,
      run: (world) =>
        createContact(contextOf(world, at), {
          email,
          firstName: null,
          lastName: null,
          phone: null,
          company: 'Bee',
          source: 'manual',
          status,
          attributes: {},
          clientId: world.clients[at] ?? null,
        }),
    })),
    fc
      .tuple(
        address,
        memberKind,
        fc.constantFrom<Extract<ContactSource, 'form' | 'api' | 'automation'>[]>('form', 'api', 'automation'),
      )
      .map(([email, at, source]) => ({
        name: `lead ${email} by ${source} for ${at}`,
        run: (world) =>
          recordLeads(contextOf(world, at, true), [
            { email, source, status: 'active', clientId: world.clients[at] ?? null },
          ]),
      })),
    fc.oneof(fc.tuple(address, other, memberKind), fc.tuple(other, address, memberKind)).map(([email, next, at]) => ({
      name: `readdress ${email} to ${next} at ${at}`,
      run: onContact(email, at, (ctx, { id }) => updateContact(ctx, id, { email: next })),
    })),
    fc.tuple(address, memberKind, fc.constantFrom('active', 'lead', 'unsubscribed')).map(([email, at, status]) => ({
      name: `make ${email} ${status} at ${at}`,
      run: onContact(email, at, (ctx, { id }) => updateContact(ctx, id, { status })),
    })),
    fc.oneof(fc.tuple(address, other, memberKind), fc.tuple(other, address, memberKind)).map(([email, merged, at]) => ({
      name: `merge ${merged} into ${email} at ${at}`,
      run: (world) =>
        onContact(email, at, async (ctx, { id }) => {
          const gone = await contactAt(ctx, merged, at);
          if (!gone) return;
          await mergeContacts(ctx, id, gone.id);
          world.heirs.set(gone.id, id);
        })(world),
    })),
    fc.tuple(address, memberKind, memberKind).map(([email, from, to]) => ({
      name: `move ${email} from ${from} to ${to}`,
      run: async (world) => {
        const ctx = contextOf(world, 2);
        const found = await contactAt(ctx, email, from);
        return found && moveContact(ctx, found.id, world.clients[to] ?? null);
      },
    })),
    fc
      .tuple(address, memberKind, fc.constantFrom<('granted' | 'withdrawn')[]>('granted', 'withdrawn'))
      .map(([email, at, state]) => ({
        name: `consent ${state} by ${email} at ${at}`,
        run: onContact(email, at, (ctx, { id }) =>
          recordConsent(ctx, id, { channel: 'email', state, basis: 'Said so' }),
        ),
      })),
    fc.tuple(address, memberKind, fc.boolean()).map(([email, at, suppressedMeanwhile]) => ({
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
        memberKind,
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
        fc.uniqueArray(fc.oneof(address, other), { minLength: 1, maxLength: 3 }),
        memberKind,
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
    fc
      .tuple(fc.uniqueArray(fc.oneof(address, other), { minLength: 1, maxLength: 3 }), memberKind)
      .map(([emails, at]) => ({
        name: `import ${emails.join(', ')} at ${at} as never to be written to`,
        run: (world) => importFile(world, at, emails, { kind: 'suppressions' }),
      })),
    fc.tuple(address, memberKind).map(([email, at]) => ({
      name: `delete ${email} at ${at} and forget it`,
      run: onContact(email, at, (ctx, { id }) =>
        ctx.db.deleteFrom('contacts').where('organization_id', '=', ctx.organizationId).where('id', '=', id).execute(),
      ),
    })),
    fc.tuple(address, memberKind).map(([email, at]) => ({
      name: `suppress ${email} by hand at ${at}`,
      run: (world) => suppressByHand(contextOf(world, at), { channel: 'email', address: email }),
    })),
    fc
      .tuple(
        address,
        memberKind,
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
    fc.tuple(address, memberKind).map(([email, at]) => ({
      name: `erase ${email} at ${at}`,
      run: onContact(email, at, (ctx, { id }) => eraseContact(ctx, id, { email })),
    })),
    fc.tuple(fc.nat(5), memberKind).map(([which, at]) => ({
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

  const mailed = (at: MemberKind): Step => ({
    name: `mail everybody of ${at}`,
    run: (world) => mail.send(world, world.clients[at] ?? null),
  });

  const pressed = (kind: 'unsubscribe' | 'resubscribe') => (email: string, carriesHash: boolean) => ({
    name: `${kind} by the ${carriesHash ? 'new' : 'old'} link of the last mail to ${email}`,
    run: (world: World) => mail.press(world, email, kind, carriesHash),
  });
  /** What happens to mails that were sent, and to those who got them. */
  const mailStepsAbout = ({ address, memberKind }: About): fc.Arbitrary<Step>[] => [
    fc.tuple(address, memberKind).map(([email, at]) => ({
      name: `delete ${email} at ${at}`,
      run: async (world) =>
        onContact(email, at, async (ctx, { id }) => {
          const { batchId } = await deleteContact(ctx, id);
          world.deletions.push({ at, batchId });
        })(world),
    })),
    fc.nat(3).map((which) => ({
      name: `undo deletion ${which}`,
      run: async (world) => {
        const deletion = world.deletions[which % Math.max(world.deletions.length, 1)];
        return deletion && undoBatch(contextOf(world, deletion.at), deletion.batchId);
      },
    })),
    memberKind.map(mailed),
    fc.tuple(address, fc.boolean()).map((link) => pressed('unsubscribe')(...link)),
    fc.tuple(address, fc.boolean()).map((link) => pressed('resubscribe')(...link)),
    fc.tuple(address, fc.boolean()).map(([email, carriesHash]) => ({
      name: `days later ${email} asks once more by its last link, and that is taken back`,
      run: async (world: World) => {
        await mail.pass(world, 2);
        await mail.press(world, email, 'unsubscribe', carriesHash);
        await mail.press(world, email, 'resubscribe', carriesHash);
      },
    })),
    fc.tuple(address, memberKind, fc.boolean()).map(([email, at, carriesHash]) => ({
      name: `${email} asks by the links of two mails and takes one back`,
      run: async (world: World) => {
        await mailed(at).run(world);
        await mail.pressBoth(world, email, carriesHash);
      },
    })),
    fc.constantFrom(1, 2, 40).map((days) => ({
      name: `${days} days pass`,
      run: (world) => mail.pass(world, days),
    })),
    fc.constant({ name: 'the month of the ledger is dropped', run: (world: World) => mail.forget(world) }),
  ];

  /** Who could be written to although the address is suppressed for their client; and whether the counters still hold. */
  async function breaches({ organizationId, optOuts }: World): Promise<unknown[]> {
    const text = `select c.email, c.client_id, c.status, s.reason from contacts c
       join suppressions s on s.organization_id = c.organization_id and s.channel = 'email'
         and s.lifted_at is null and (s.client_id is null or s.client_id = c.client_id)
       where c.organization_id = $1::uuid and c.status in ('active', 'lead')
         and s.address_hash = (select sha256(key || sha256(key || convert_to('email:' || c.email_folded, 'UTF8'))) from suppression_keys where organization_id = $1::uuid)
       union all
       select c.email, c.client_id, c.status, 'pressed' from contacts c
       join unnest($2::text[], $3::uuid[]) pressed (address, client_id) on pressed.address = c.email_folded
         and (pressed.client_id is null or pressed.client_id = c.client_id)
       where c.organization_id = $1::uuid and c.status in ('active', 'lead')
       union all
       select 'counter', null, counted::text, null from contact_counts
       where organization_id = $1::uuid and counted <> (select count(*) from contacts where organization_id = $1::uuid and status in ('active', 'lead'))
       union all
       select 'tallies', client_id, status, contacts::text from contact_tallies t
       where organization_id = $1::uuid and contacts <> (select count(*) from contacts c where c.organization_id = $1::uuid
         and c.client_id is not distinct from t.client_id and c.status = t.status and c.source = t.source)
       union all
       select 'companies', client_id, name, contacts::text from contact_companies k
       where organization_id = $1::uuid and (contacts, mailable) <> (select count(*), count(*) filter (where c.status in ('active', 'lead'))
         from contacts c where c.organization_id = $1::uuid and c.client_id is not distinct from k.client_id and c.company = k.name)`;
    const values = [organizationId, optOuts.map(({ address }) => address), optOuts.map(({ clientId }) => clientId)];
    // By its name it is planned once.
    return (await owner.query({ name: 'breaches', text, values })).rows;
  }

  const parts = (about: About, size: { minLength: number; maxLength: number }) =>
    fc.array(fc.oneof(fc.oneof(...stepsAbout(about)), fc.oneof(...mailStepsAbout(about))), size);
  /** Somebody is mailed and asks for no more, whatever happens before and after; then everybody is mailed again. */
  const aboutOne = fc.tuple(address, memberKind, fc.boolean()).chain(([email, at, carriesHash]) => {
    const about = { address: fc.constant(email), other: address, memberKind: fc.constant(at) };
    const some = parts(about, { minLength: 0, maxLength: 2 });
    return fc
      .tuple(some, some)
      .map(([before, after]) => [
        mailed(at),
        ...before,
        pressed('unsubscribe')(email, carriesHash),
        ...after,
        mailed(at),
      ]);
  });
  const story: fc.Arbitrary<Step[]> = fc.oneof(
    { weight: 1, arbitrary: parts({ address, other: address, memberKind }, { minLength: 2, maxLength: 6 }) },
    { weight: 2, arbitrary: aboutOne },
  );

  return { buildWorld, contextOf, contactAt, story, breaches };
}
