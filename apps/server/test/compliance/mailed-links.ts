import { randomBytes, randomUUID } from 'node:crypto';
import { Recipients } from '@waggle/contracts/campaigns';
import type pg from 'pg';
import { backgroundContext } from '#platform/background-context.ts';
import { freezeStretch } from '#features/campaigns/audience/queries.ts';
import { deliveryEventDrains } from '#features/campaigns/delivery-events/drains.ts';
import * as sending from '#features/campaigns/sending/queries.ts';
import { ensureAddressKey } from '#features/contacts/suppression/suppressions.ts';
import type { Database } from '#platform/database/database.ts';
import { drainBatch } from '#platform/inbox/drain-turn.ts';
import { createUuidV7 } from '#platform/uuid-v7.ts';
import { clientMarkOf, type OptOutClaims, readOptOut, signOptOut } from '#platform/tracking/opt-out-token.ts';

export type MailRoom = ReturnType<typeof createMailRoom>;
type World = { organizationId: string; heirs: ReadonlyMap<string, string>; optOuts: OptOut[] };

/** Nothing may be mailed to the address any more, for that client or for all. */
export type OptOut = { address: string; clientId: string | null; by: string; since: number };
type Mail = { sendId: string; contactId: string; address: string; clientId: string | null; links: [string, string] };

const dayMs = 86_400_000;
const key = { id: 1, secret: randomBytes(32) };
const nextId = createUuidV7();
const everybody = Recipients.parse({ type: 'all' });

/**
 * Sends mails as a worker does, up to the final dot, and presses their links as a reader does: the token is read as the
 * edge reads it, and the event goes through the real drain. Between the two only HTTP is left out.
 */
export function createMailRoom(database: Database, owner: pg.Pool) {
  const handlers = deliveryEventDrains({ all: async () => [key] }, () => null).filter(({ kind }) =>
    kind.name.endsWith('subscribe'),
  );
  const mails = new WeakMap<World, Mail[]>();
  const count = { sent: 0, pressed: 0 };
  const ofWorld = (world: World) => mails.get(world) ?? [];

  /** A whole campaign: frozen, claimed and offered. Throws when somebody is offered a mail who has opted out. */
  async function send(world: World, clientId: string | null): Promise<void> {
    const { organizationId } = world;
    const ctx = backgroundContext(database, organizationId, 'test');
    const { rows } = await owner.query<{ id: string; month: string }>({
      name: 'a campaign',
      text: `insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, scheduled_at)
       values ($1, $2, 'News', 'ACTIVE', 'Hello', '{}', $3, '{}', date_trunc('month', now())::date, now(), now())
       returning id, to_char(campaign_month, 'YYYY-MM-DD') as month`,
      values: [organizationId, clientId, JSON.stringify(everybody)],
    });
    const ledger = { campaignId: rows[0]!.id, month: rows[0]!.month };
    await ensureAddressKey(ctx);
    const buckets = await freezeStretch(
      ctx,
      { ...ledger, clientId, topicId: null, recipients: everybody, through: null },
      100,
    );
    if (!buckets.some(({ bucket }) => bucket === 'recipient')) return;
    const claimed = await sending.claim(ctx, ledger, { limit: 100, leaseSeconds: 60, notTo: [] });
    const ready = claimed.filter(({ leftOut }) => leftOut === null);
    if (ready.length === 0) return;
    const { offered } = await sending.write(ctx, ledger, { results: [], offers: ready }, 60);
    const sent = ready.filter(({ recipientId }) => offered.has(recipientId)).map((row) => mailOf(organizationId, row));
    const revived = sent.filter((mail) => world.optOuts.some((out) => binds(out, mail)));
    if (revived.length > 0) throw new Error(`Mailed although opted out: ${JSON.stringify(revived)}`);
    count.sent += sent.length;
    mails.set(world, [...ofWorld(world), ...sent]);
  }

  type Kind = 'unsubscribe' | 'resubscribe';
  const mailsTo = (world: World, email: string) =>
    ofWorld(world).filter(({ address }) => address === email.toLowerCase());

  /** By the link of the last mail to the address, if there is one. */
  async function press(world: World, email: string, kind: Kind, carriesHash: boolean): Promise<void> {
    const mail = mailsTo(world, email).at(-1);
    if (mail) await follow(world, mail, kind, carriesHash);
  }

  async function pressBoth(world: World, email: string, carriesHash: boolean): Promise<void> {
    const [first, second] = mailsTo(world, email).slice(-2);
    if (!first || !second) return;
    await follow(world, first, 'unsubscribe', carriesHash);
    await follow(world, second, 'unsubscribe', carriesHash);
    await follow(world, first, 'resubscribe', carriesHash);
  }

  async function follow(world: World, mail: Mail, kind: Kind, carriesHash: boolean): Promise<void> {
    const claims = readOptOut([key], mail.links[carriesHash ? 1 : 0], 'unsubscribe')!;
    const state = await stateOf(world, mail);
    const happenedAt = Date.now();
    await drained(claims, kind, happenedAt);

    if (kind === 'resubscribe' && state.isInLedger) takeBack(world, mail, happenedAt);
    if (kind === 'unsubscribe' && state.isInLedger)
      optOut(world, mail, { by: mail.sendId, addresses: [mail.address, ...state.current], at: happenedAt });
    // A link from before whose ledger is gone, or whose person was erased, leads nowhere: that is why there are new ones.
    if (kind === 'unsubscribe' && !state.isInLedger && carriesHash)
      optOut(world, mail, { by: randomUUID(), addresses: [mail.address], at: happenedAt });
  }

  type Pressed = { by: string; addresses: string[]; at: number };
  function optOut(world: World, { clientId }: Mail, { by, addresses, at }: Pressed): void {
    count.pressed += 1;
    const since = world.optOuts.find((out) => out.by === by)?.since ?? at;
    world.optOuts.push(...addresses.map((address) => ({ address, clientId, by, since })));
  }

  /** Only what was asked for through this mail alone, and within a day. */
  function takeBack(world: World, { sendId }: Mail, at: number): void {
    const own = world.optOuts.filter(({ by, since }) => by === sendId && at - since <= dayMs);
    const isShared = (out: OptOut) =>
      world.optOuts.some(
        (other) => other.by !== sendId && other.address === out.address && other.clientId === out.clientId,
      );
    world.optOuts = world.optOuts.filter((out) => !own.includes(out) || isShared(out));
  }

  async function stateOf(
    world: World,
    { sendId, contactId }: Mail,
  ): Promise<{ isInLedger: boolean; current: string[] }> {
    let person = contactId;
    for (let heir = world.heirs.get(person); heir !== undefined; heir = world.heirs.get(person)) person = heir;
    const { rows } = await owner.query<{ isInLedger: boolean; email: string | null }>({
      name: 'state of a mail',
      text: `select exists (select from campaign_sends where id = $1) as "isInLedger",
         (select email_folded from contacts where organization_id = $3 and id = $2) as email`,
      values: [sendId, person, world.organizationId],
    });
    const [{ isInLedger, email } = { isInLedger: false, email: null }] = rows;
    return { isInLedger, current: email === null ? [] : [email] };
  }

  async function drained(claims: OptOutClaims, kind: string, happenedAt: number): Promise<void> {
    const { organizationId, sendId, hashed } = claims;
    const signals = {
      address: '192.0.2.1',
      sendId,
      ...(hashed && {
        addressHash: hashed.addressHash.toString('hex'),
        clientMark: hashed.clientMark.toString('hex'),
      }),
    };
    const receivedOn = new Date(happenedAt).toISOString().slice(0, 10);
    await owner.query(
      `insert into inbox_events (organization_id, received_on, id, kind, subject_id, happened_at, payload)
       values ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000), $7)`,
      [organizationId, receivedOn, nextId(), kind, sendId, happenedAt, JSON.stringify(signals)],
    );
    const ctx = backgroundContext(database, organizationId, 'test');
    await drainBatch(ctx, handlers, { receivedOn, optOuts: true });
  }

  /** As if everything so far had happened that much earlier. */
  async function pass(world: World, days: number): Promise<void> {
    await owner.query(
      `with moved as (update suppressions set happened_at = happened_at - make_interval(days => $2) where organization_id = $1)
       update engagement_events set happened_at = happened_at - make_interval(days => $2) where organization_id = $1`,
      [world.organizationId, days],
    );
    world.optOuts = world.optOuts.map((out) => ({ ...out, since: out.since - days * dayMs }));
  }

  const forget = (world: World) =>
    owner.query('delete from campaign_sends where organization_id = $1', [world.organizationId]);

  return { send, press, pressBoth, pass, forget, sent: () => count.sent, pressed: () => count.pressed };
}

const binds = (out: OptOut, mail: Mail): boolean =>
  out.address === mail.address && (out.clientId === null || out.clientId === mail.clientId);

function mailOf(organizationId: string, row: sending.ClaimedContact): Mail {
  const { sendId, recipientId: contactId, clientId } = row;
  const claims = { purpose: 'unsubscribe' as const, cell: 1, organizationId, sendId };
  const hashed = { addressHash: row.addressHash!, clientMark: clientMarkOf(clientId) };
  const links: Mail['links'] = [
    signOptOut(key, { ...claims, campaignId: randomUUID(), hashed: null }),
    signOptOut(key, { ...claims, campaignId: null, hashed }),
  ];
  return { sendId, contactId, address: row.email!.toLowerCase(), clientId, links };
}
