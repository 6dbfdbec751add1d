import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import { endpoints } from '../../src/features.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { deletedRows } from './deleted-rows.ts';
import { fingerprint } from './fingerprint.ts';
import { createTenantFixture, enter, enterByLink } from './tenant-fixture.ts';
import { type Ids, type MemberKind, sameSight, type TenantFixture } from './tenant.ts';
import { fixtureRows } from './feature-fixtures.ts';
import { call, sampleOf } from './samples.ts';
import { type Slot, slotsOf, withValue } from './slots.ts';

export type Outcome = { cells: number; leaks: string[] };

/** Refused, and never by breaking. An export of nobody is refused by a code of its own. */
const refusals = new Set([400, 401, 403, 404]);
const isRefused = ({ status, body }: Answer): boolean =>
  refusals.has(status) || (status === 409 && body.code === 'nothing_to_export');

type Attacker = MemberKind | 'GUEST';
const attackers: readonly Attacker[] = ['ADMIN', 'USER', 'VIEWER', 'limited', 'GUEST'];
/** The others are refused to guests whatever they name, as the role matrix shows. */
const isOpenToGuests = ({ needs }: Endpoint): boolean =>
  needs !== 'public' && needs !== 'signed-in' && holds('GUEST', needs);

/** Things people and programs send where an id is expected. */
const texts: unknown[] = [
  'abc',
  '0',
  '-1',
  '%',
  '..',
  'null',
  'undefined',
  '[object Object]',
  '*',
  "' or 1=1 --",
  '{00000000-0000-4000-8000-000000000000}',
  'urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e',
  '0f8fad5bd9cb469fa16570867728950e',
  '0f8fad5b-d9cb-469f-a165-70867728950',
  '0f8fad5b-d9cb-469f-a165-70867728950e0',
  ' 0f8fad5b-d9cb-469f-a165-70867728950e ',
  '0f8fad5b-d9cb-469f-a165-70867728950e\u0000',
  'é'.repeat(36),
  'a'.repeat(1_000),
];
/** JSON can also say these. */
const values: unknown[] = [0, -1, 1e300, true, '', [], {}, [randomUUID()], { $ne: null }, { id: randomUUID() }];

const malformedIn: Record<Slot['part'], unknown[]> = {
  // A path with '..' is another path: the caller's own URL parser resolves it, and it never arrives as an id.
  params: texts.filter((id) => id !== '..'),
  query: texts,
  body: [...texts, ...values],
};

export type Scope = {
  slots?: readonly Slot[];
  memberKinds?: readonly Attacker[];
  /** Whether texts that are no ids are sent too, as ADMIN: they are refused by the contract, before anybody asks who calls. */
  malformed?: boolean;
};

export const allSlots: readonly Slot[] = endpoints.flatMap(slotsOf);

/** Each id slot of each route x each caller x each kind of id that is not theirs. */
export async function runMatrix(
  api: TestApi,
  { slots = allSlots, memberKinds = attackers, malformed = false }: Scope = {},
): Promise<Outcome> {
  const tenant = await createTenantFixture(api);
  const victim = await createTenantFixture(api);
  const deleted = await deletedRows(api, tenant);
  const outcome: Outcome = { cells: 0, leaks: [] };
  // The callers' own tries add rows of their own tenant; what belongs to others must stay byte for byte.
  let before = await untouched(api, tenant, victim);
  for (const slot of slots) {
    for (const memberKind of memberKinds) {
      if (memberKind === 'GUEST' && !isOpenToGuests(slot.endpoint)) continue;
      const texts = malformed && memberKind === 'ADMIN' ? malformedIn[slot.part] : [];
      const place = await attack({ api, tenant, victim, deleted, slot, memberKind, texts, outcome });
      const after = await untouched(api, tenant, victim);
      if (after !== before) outcome.leaks.push(`${place}: changed rows of others`);
      before = after;
    }
  }
  return outcome;
}

type Attack = {
  api: TestApi;
  tenant: TenantFixture;
  victim: TenantFixture;
  deleted: Ids;
  slot: Slot;
  memberKind: Attacker;
  texts: readonly unknown[];
  outcome: Outcome;
};

/** Answers where it happened. */
async function attack({ api, tenant, victim, deleted, slot, memberKind, texts, outcome }: Attack): Promise<string> {
  const { entity, part, endpoint } = slot;
  const guest = memberKind === 'GUEST' ? await enterByLink(api, tenant) : await enter(api, tenant, memberKind);
  const maker = memberKind === 'GUEST' ? await enter(api, tenant, sameSight.GUEST) : guest;
  const sample = () => sampleOf(endpoint, { api, tenant, guest: maker });
  let input = await sample();
  const send = async (id: unknown) => {
    const answer = await call(guest, endpoint, withValue(input, slot, id));
    // A refusal uses nothing up, so the sample serves until a call gets through.
    if (!isRefused(answer)) input = await sample();
    return answer;
  };
  const nobody = answerOf(await send(randomUUID()));

  const place = `${endpoint.name} ${part}.${slot.path.join('.')} as ${memberKind}`;
  const judge = (kind: string, answer: Answer, same: boolean) => {
    outcome.cells += 1;
    const where = `${place}, ${kind}`;
    const text = JSON.stringify(answer.body);
    if (!isRefused(answer)) outcome.leaks.push(`${where}: answered ${answer.status} ${text.slice(0, 200)}`);
    if (same && answerOf(answer) !== nobody) outcome.leaks.push(`${where}: differs from an id nobody has: ${text}`);
    if (text.includes(victim.mark)) outcome.leaks.push(`${where}: shows the other house: ${text}`);
  };

  judge('random', await send(randomUUID()), true);
  judge('deleted', await send(deleted[entity]), true);
  for (const kind of ['ids', 'otherClientIds'] as const) {
    judge('foreign organization', await send(victim[kind][entity]), true);
    judge('foreign organization in capitals', await send(victim[kind][entity].toUpperCase()), true);
  }
  if (memberKind === 'limited' || memberKind === 'GUEST')
    judge('foreign client', await send(tenant.otherClientIds[entity]), true);
  for (const id of texts) judge(`malformed ${JSON.stringify(id)?.slice(0, 60)}`, await send(id), false);
  return place;
}

const answerOf = ({ status, body, headers }: Answer): string =>
  JSON.stringify({ status, body, headers: Object.keys(headers).sort() });

/** The whole other tenant, and in the own tenant what belongs to client Y. */
async function untouched({ db }: TestApi, tenant: TenantFixture, victim: TenantFixture): Promise<string> {
  const other = tenant.otherClientIds;
  const { rows } = await db.owner.query({
    name: 'untouched',
    text: `select (select c::text from clients c where id = $1), (select m::text from members m where user_id = $2),
       (select i::text from invitations i where id = $3), (select s::text from directory.sessions s where id = $4),
       (select c::text from contacts c where id = $5), (select t::text from tags t where id = $6),
       (select string_agg(l::text, '|' order by l) from contact_tags l where contact_id = $5),
       (select f::text from contact_fields f where id = $7), (select b::text from contact_batches b where id = $8),
       (select s::text from suppressions s where id = $9), (select s::text from segments s where id = $10),
       (select i::text from imports i where id = $11), (select d::text from sending_domains d where id = $12),
       (select s::text from senders s where id = $13), (select c::text from smtp_connections c where id = $14),
       (select q::text from qr_codes q where id = $15), (select l::text from link_targets l where ref_id = $15),
       (select f::text from stored_files f where id = $16), (select c::text from campaigns c where id = $17),
       (select string_agg(s::text, '|' order by s) from campaign_sends s where campaign_id = $17)`,
    values: [
      other.client,
      other.member,
      other.invitation,
      other.session,
      other.contact,
      other.tag,
      other['contact-field'],
      other.batch,
      other.suppression,
      other.segment,
      other.import,
      other['sending-domain'],
      other.sender,
      other.connection,
      other['qr-code'],
      other['qr-logo'],
      other.campaign,
    ],
  });
  const added = (await fixtureRows()).map(({ table, entity, copies = [] }) =>
    db.owner.query(`select (to_jsonb(t) - $2::text[])::text from ${table} t where id = $1`, [other[entity], copies]),
  );
  const addedRows = (await Promise.all(added)).map((result) => result.rows);
  return JSON.stringify([await fingerprint(db.owner, victim.organizationId), rows, addedRows]);
}
