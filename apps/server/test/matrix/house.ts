import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Entity } from '@waggle/contracts/endpoint';
import { hashPassword } from '../../src/features/accounts/sign-in/passwords.ts';
import { hashToken } from '../../src/platform/sessions.ts';
import { goodPassword } from '../harness/people.ts';
import { type Caller, createCaller, type TestApi } from '../harness/test-api.ts';

/** Everybody who can stand in front of a call. `limited` may see client X only, `other` client Y only. */
export const seats = ['ADMIN', 'USER', 'VIEWER', 'limited', 'other'] as const;
export type Seat = (typeof seats)[number];
type Ids = Record<Entity, string>;

/** An agency with two clients, a person in every seat, and one row of everything an id can name. */
export type House = {
  organizationId: string;
  /** Part of every text of this house; seen anywhere else it is a leak. */
  mark: string;
  name: string;
  clients: { x: string; y: string };
  people: Record<Seat, { id: string; email: string }>;
  /** Rows an unlimited person may name. */
  ids: Ids;
  /** Rows of client Y, which a person limited to X may not name. */
  otherClientIds: Ids;
  deletedIds: Ids;
};

const seating: Record<Seat, { role: string; client: 'x' | 'y' | null }> = {
  ADMIN: { role: 'ADMIN', client: null },
  USER: { role: 'USER', client: null },
  VIEWER: { role: 'VIEWER', client: null },
  limited: { role: 'USER', client: 'x' },
  other: { role: 'USER', client: 'y' },
};

let hash: Promise<string> | undefined;

/** Written straight into the tables: a matrix needs hundreds of houses, and one password hash serves them all. */
export async function buildHouse(api: TestApi, mark = `mark${randomBytes(6).toString('hex')}`): Promise<House> {
  const organizationId = randomUUID();
  const clients = { x: randomUUID(), y: randomUUID() };
  const { owner } = api.db;
  hash ??= hashPassword(goodPassword);
  await owner.query(`insert into organizations (id, name, type) values ($1, $2, 'AGENCY')`, [
    organizationId,
    `House ${mark}`,
  ]);
  await owner.query(
    `insert into clients (organization_id, id, name, email)
     values ($1, $2, 'X ' || $4::text, 'x@' || $4 || '.example'), ($1, $3, 'Y ' || $4, 'y@' || $4 || '.example')`,
    [organizationId, clients.x, clients.y, mark],
  );
  const house = { organizationId, mark, name: `House ${mark}`, clients };
  const people = {} as House['people'];
  for (const seat of seats) people[seat] = await seatPerson(api, house, seat);

  const gone = await seatPerson(api, house, 'USER', 'gone');
  const deletedIds = {
    client: randomUUID(),
    member: gone.id,
    invitation: await insertInvitation(api, house, null),
    session: (await openSession(api, people.ADMIN.id)).id,
    ...(await insertContactRows(api, house, clients.x)),
  };
  await owner.query('delete from directory.users where id = $1', [deletedIds.member]);
  await owner.query('delete from invitations where id = $1', [deletedIds.invitation]);
  await owner.query('delete from directory.sessions where id = $1', [deletedIds.session]);
  await owner.query('delete from contacts where id = $1', [deletedIds.contact]);
  await owner.query('delete from tags where id = $1', [deletedIds.tag]);
  for (const [table, id] of [
    ['contact_fields', deletedIds['contact-field']],
    ['contact_batches', deletedIds.batch],
    ['suppressions', deletedIds.suppression],
    ['segments', deletedIds.segment],
    ['imports', deletedIds.import],
  ] as const)
    await owner.query(`delete from ${table} where id = $1`, [id]);
  return {
    ...house,
    people,
    ids: {
      client: clients.x,
      member: people.USER.id,
      invitation: await insertInvitation(api, house, null),
      session: (await openSession(api, people.ADMIN.id)).id,
      ...(await insertContactRows(api, house, clients.x)),
    },
    otherClientIds: {
      client: clients.y,
      member: people.other.id,
      invitation: await insertInvitation(api, house, clients.y),
      session: (await openSession(api, people.other.id)).id,
      ...(await insertContactRows(api, house, clients.y)),
    },
    deletedIds,
  };
}

type Shell = Pick<House, 'organizationId' | 'mark' | 'clients'>;

export async function seatPerson(api: TestApi, house: Shell, seat: Seat, called: string = seat) {
  const { role, client } = seating[seat];
  const email = `${called}@${house.mark}.example`.toLowerCase();
  const { rows } = await api.db.owner.query<{ id: string }>(
    `with person as (
       insert into directory.users (organization_id, email, name) values ($1, $2, $3) returning organization_id, id
     ), credential as (
       insert into directory.accounts (user_id, account_id, provider_id, password)
       select id, id::text, 'credential', $4 from person
     )
     select id from person`,
    [house.organizationId, email, `${called} ${house.mark}`, await hash],
  );
  const { id } = rows[0]!;
  await api.db.owner.query('insert into members (organization_id, user_id, role, client_id) values ($1, $2, $3, $4)', [
    house.organizationId,
    id,
    role,
    client && house.clients[client],
  ]);
  return { id, email };
}

export async function insertInvitation(api: TestApi, house: Shell, clientId: string | null): Promise<string> {
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into invitations (organization_id, email, role, client_id, expires_at)
     values ($1, $2, 'USER', $3, now() + interval '7 days') returning id`,
    [house.organizationId, `${randomBytes(6).toString('hex')}@${house.mark}.example`, clientId],
  );
  return rows[0]!.id;
}

/** A contact and the tag it has. */
export async function insertTaggedContact(api: TestApi, house: Shell, clientId: string | null) {
  const name = `${randomBytes(6).toString('hex')}${clientId === house.clients.y ? '-y' : ''}@${house.mark}.example`;
  const { rows } = await api.db.owner.query<{ contact: string; tag: string; email: string }>(
    `with contact as (
       insert into contacts (organization_id, client_id, email, first_name) values ($1, $2, $3, 'Contact') returning *
     ), tag as (
       insert into tags (organization_id, client_id, name) values ($1, $2, $3) returning *
     ), link as (
       insert into contact_tags (organization_id, client_id, contact_id, tag_id, contact_created_at)
       select $1, $2, contact.id, tag.id, contact.created_at from contact, tag
     )
     select contact.id as contact, tag.id as tag, contact.email from contact, tag`,
    [house.organizationId, clientId, name.slice(0, 60)],
  );
  return rows[0]!;
}

/** One of everything that belongs to contacts. */
export async function insertContactRows(api: TestApi, house: Shell, clientId: string) {
  const { contact, tag } = await insertTaggedContact(api, house, clientId);
  const inserted = async (statement: string, ...more: unknown[]) =>
    (await api.db.owner.query<{ id: string }>(`${statement} returning id`, [house.organizationId, clientId, ...more]))
      .rows[0]!.id;
  const word = randomBytes(6).toString('hex');
  const side = clientId === house.clients.y ? '-y' : '';
  return {
    contact,
    tag,
    'contact-field': await inserted(
      `insert into contact_fields (organization_id, client_id, key, label, type) values ($1, $2, $3, $4, 'text')`,
      `k${word}`,
      `${word}${side} ${house.mark}`,
    ),
    batch: await inserted(
      `insert into contact_batches (organization_id, client_id, action, params, target, state, total, undo_until)
       values ($1, $2, 'tag', $3, $4, 'done', 0, now() + interval '1 day')`,
      { tagId: tag },
      { ids: [contact] },
    ),
    suppression: await inserted(
      `insert into suppressions (organization_id, client_id, channel, address_hash, address, reason, source)
       values ($1, $2, 'email', $3, $4, 'manual', 'team')`,
      randomBytes(32),
      `${word}${side}@${house.mark}.example`,
    ),
    segment: await inserted(
      `insert into segments (organization_id, client_id, name, rules) values ($1, $2, $3, $4)`,
      `${word}${side} ${house.mark}`,
      { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tag] }] },
    ),
    import: await insertImport(api, house, clientId, 'uploading'),
  };
}

/** A file of one row; all of one client are equally long. */
export const importContent = (house: Shell, clientId: string): Buffer =>
  Buffer.from(
    `email,first name\n${randomBytes(6).toString('hex')}${clientId === house.clients.y ? '-y' : ''}@${house.mark}.example,Import\n`,
  );

/** An import of one row, as far as `state` says. */
export async function insertImport(api: TestApi, house: Shell, clientId: string, state: string): Promise<string> {
  const side = clientId === house.clients.y ? '-y' : '';
  const content = importContent(house, clientId);
  const { rows } = await api.db.owner.query<{ id: string }>(
    `with import as (
       insert into imports (organization_id, client_id, kind, name, state, bytes, encoding, delimiter, columns, plan, rows, counts, undo_until)
       values ($1, $2, 'contacts', $3, $4, $5, 'utf-8', ',', $6, $7, 1, $8, case when $4 = 'done' then now() + interval '30 days' end)
       returning id
     ), part as (
       insert into import_parts (organization_id, client_id, import_id, part, content) select $1, $2, id, 0, $9 from import
     )
     select id from import`,
    [
      house.organizationId,
      clientId,
      `${house.mark}${side}.csv`,
      state,
      content.length,
      JSON.stringify([
        { header: 'email', samples: [], guess: { to: 'email' } },
        { header: 'first name', samples: [], guess: { to: 'firstName' } },
      ]),
      {
        columns: [{ to: 'email' }, { to: 'firstName' }],
        existing: 'keep',
        status: 'active',
        tagIds: [],
        basis: '',
        fixes: [],
      },
      { created: 0, updated: 0, unchanged: 0, duplicate: 1, invalid: 0, blocked: 0, overLimit: 0 },
      content,
    ],
  );
  return rows[0]!.id;
}

type OpenSession = { id: string; token: string; cookie: string };

export async function openSession(api: TestApi, userId: string): Promise<OpenSession> {
  const token = `01${randomBytes(32).toString('hex')}`;
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into directory.sessions (user_id, token, expires_at) values ($1, $2, now() + interval '12 hours') returning id`,
    [userId, hashToken(token)],
  );
  const signature = createHmac('sha256', api.config.SECRET_KEY).update(token).digest('base64');
  const cookie = `waggle.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { id: rows[0]!.id, token, cookie };
}

export type Guest = Caller & { seat: Seat; userId: string; sessionId: string };

/** A browser of that person with a session of its own. */
export async function enter(api: TestApi, house: House, seat: Seat): Promise<Guest> {
  const { id, cookie } = await openSession(api, house.people[seat].id);
  const caller = createCaller(api.app, cookie);
  // Not Object.assign on a copy: the caller's cookie is a getter.
  return Object.assign(caller, { seat, userId: house.people[seat].id, sessionId: id });
}
