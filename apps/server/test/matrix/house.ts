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
    ...(await insertTaggedContact(api, house, clients.x)),
  };
  await owner.query('delete from directory.users where id = $1', [deletedIds.member]);
  await owner.query('delete from invitations where id = $1', [deletedIds.invitation]);
  await owner.query('delete from directory.sessions where id = $1', [deletedIds.session]);
  await owner.query('delete from contacts where id = $1', [deletedIds.contact]);
  await owner.query('delete from tags where id = $1', [deletedIds.tag]);
  return {
    ...house,
    people,
    ids: {
      client: clients.x,
      member: people.USER.id,
      invitation: await insertInvitation(api, house, null),
      session: (await openSession(api, people.ADMIN.id)).id,
      ...(await insertTaggedContact(api, house, clients.x)),
    },
    otherClientIds: {
      client: clients.y,
      member: people.other.id,
      invitation: await insertInvitation(api, house, clients.y),
      session: (await openSession(api, people.other.id)).id,
      ...(await insertTaggedContact(api, house, clients.y)),
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
  const { rows } = await api.db.owner.query<{ contact: string; tag: string }>(
    `with contact as (
       insert into contacts (organization_id, client_id, email, first_name) values ($1, $2, $3, 'Contact') returning *
     ), tag as (
       insert into tags (organization_id, client_id, name) values ($1, $2, $3) returning *
     ), link as (
       insert into contact_tags (organization_id, client_id, contact_id, tag_id)
       select $1, $2, contact.id, tag.id from contact, tag
     )
     select contact.id as contact, tag.id as tag from contact, tag`,
    [house.organizationId, clientId, name.slice(0, 60)],
  );
  return rows[0]!;
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
