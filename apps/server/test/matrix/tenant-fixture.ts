import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { Recipients } from '@waggle/contracts/campaigns';
import type { Endpoint } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import { hashPassword } from '../../src/features/accounts/sign-in/passwords.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { guestHeader, newGuestToken } from '../../src/platform/guest-sessions.ts';
import { hashToken } from '../../src/platform/sessions.ts';
import { goodPassword } from '../harness/people.ts';
import { prepared } from '../harness/prepared.ts';
import { createCaller, type TestApi } from '../harness/test-api.ts';
import { insertFixtureRows } from './feature-fixtures.ts';
import { type CallerKind, type Guest, type MemberKind, memberKinds, type TenantFixture } from './tenant.ts';

const memberships: Record<MemberKind, { role: string; client: 'x' | 'y' | null }> = {
  ADMIN: { role: 'ADMIN', client: null },
  USER: { role: 'USER', client: null },
  VIEWER: { role: 'VIEWER', client: null },
  limited: { role: 'USER', client: 'x' },
  other: { role: 'USER', client: 'y' },
};

let hash: Promise<string> | undefined;

/** Written straight into the tables: a matrix needs hundreds of tenants, and one password hash serves them all. */
export async function createTenantFixture(
  api: TestApi,
  mark = `mark${randomBytes(6).toString('hex')}`,
): Promise<TenantFixture> {
  const organizationId = randomUUID();
  const clients = { x: randomUUID(), y: randomUUID() };
  hash ??= hashPassword(goodPassword);
  await prepared(
    api,
    `insert into organizations (id, name, type, subscription_tier) values ($1, $2, 'AGENCY', 'core')`,
    [organizationId, `House ${mark}`],
  );
  await prepared(
    api,
    `insert into clients (organization_id, id, name, email)
     values ($1, $2, 'X ' || $4::text, 'x@' || $4 || '.example'), ($1, $3, 'Y ' || $4, 'y@' || $4 || '.example')`,
    [organizationId, clients.x, clients.y, mark],
  );
  const tenant = { organizationId, mark, name: `House ${mark}`, clients };
  const people = {} as TenantFixture['people'];
  for (const memberKind of memberKinds) people[memberKind] = await addMember(api, tenant, memberKind);

  const contactsOfX = await insertContactRows(api, tenant, clients.x);
  const contactsOfY = await insertContactRows(api, tenant, clients.y);
  return {
    ...tenant,
    people,
    ids: {
      ...(await insertFixtureRows(api, tenant, clients.x)),
      client: clients.x,
      member: people.USER.id,
      invitation: await insertInvitation(api, tenant, null),
      session: (await openSession(api, people.ADMIN.id)).id,
      ...contactsOfX,
      ...(await insertSendingRows(api, tenant, clients.x)),
      ...(await insertQrRows(api, tenant, clients.x)),
      campaign: (await insertCampaign(api, tenant, clients.x, { person: contactsOfX })).campaign,
    },
    otherClientIds: {
      ...(await insertFixtureRows(api, tenant, clients.y)),
      client: clients.y,
      member: people.other.id,
      invitation: await insertInvitation(api, tenant, clients.y),
      session: (await openSession(api, people.other.id)).id,
      ...contactsOfY,
      ...(await insertSendingRows(api, tenant, clients.y)),
      ...(await insertQrRows(api, tenant, clients.y)),
      campaign: (await insertCampaign(api, tenant, clients.y, { status: 'COMPLETED', person: contactsOfY })).campaign,
    },
  };
}

/** A tenant for each call: calls that read leave it as it was and share one. */
export function tenantsFor(api: TestApi): (endpoint: Endpoint) => Promise<TenantFixture> {
  let read: Promise<TenantFixture> | undefined;
  return ({ method }) => (method === 'GET' ? (read ??= createTenantFixture(api)) : createTenantFixture(api));
}

type Shell = Pick<TenantFixture, 'organizationId' | 'mark' | 'clients'>;

export async function addMember(api: TestApi, tenant: Shell, memberKind: MemberKind, called: string = memberKind) {
  const { role, client } = memberships[memberKind];
  const email = `${called}@${tenant.mark}.example`.toLowerCase();
  const { rows } = await prepared<{ id: string }>(
    api,
    `with person as (
       insert into directory.users (organization_id, email, name, email_confirmed_at) values ($1, $2, $3, now()) returning organization_id, id
     ), credential as (
       insert into directory.accounts (user_id, account_id, provider_id, password)
       select id, id::text, 'credential', $4 from person
     )
     select id from person`,
    [tenant.organizationId, email, `${called} ${tenant.mark}`, await hash],
  );
  const { id } = rows[0]!;
  await prepared(api, 'insert into members (organization_id, user_id, role, client_id) values ($1, $2, $3, $4)', [
    tenant.organizationId,
    id,
    role,
    client && tenant.clients[client],
  ]);
  return { id, email };
}

export async function insertInvitation(api: TestApi, tenant: Shell, clientId: string | null): Promise<string> {
  const { rows } = await prepared<{ id: string }>(
    api,
    `insert into invitations (organization_id, email, role, client_id, expires_at)
     values ($1, $2, 'USER', $3, now() + interval '7 days') returning id`,
    [tenant.organizationId, `${randomBytes(6).toString('hex')}@${tenant.mark}.example`, clientId],
  );
  return rows[0]!.id;
}

/** The first name of every contact of client Y. */
export const nameOfY = 'Ypsilanti';

/** A contact and the tag it has. */
export async function insertTopic(
  api: TestApi,
  { organizationId, mark }: Pick<Shell, 'organizationId' | 'mark'>,
  clientId: string,
) {
  const { rows } = await prepared<{ id: string }>(
    api,
    'insert into topics (organization_id, client_id, name, position) values ($1, $2, $3, 0) returning id',
    [organizationId, clientId, `Topic ${mark} ${randomBytes(6).toString('hex')}`],
  );
  return rows[0]!.id;
}

export async function insertTaggedContact(api: TestApi, tenant: Shell, clientId: string | null) {
  const name = `${randomBytes(6).toString('hex')}${clientId === tenant.clients.y ? '-y' : ''}@${tenant.mark}.example`;
  const { rows } = await prepared<{ contact: string; tag: string; email: string }>(
    api,
    `with contact as (
       insert into contacts (organization_id, client_id, email, first_name) values ($1, $2, $3, $4) returning *
     ), tag as (
       insert into tags (organization_id, client_id, name) values ($1, $2, $3) returning *
     ), link as (
       insert into contact_tags (organization_id, client_id, contact_id, tag_id, contact_created_at)
       select $1, $2, contact.id, tag.id, contact.created_at from contact, tag
     )
     select contact.id as contact, tag.id as tag, contact.email from contact, tag`,
    [tenant.organizationId, clientId, name.slice(0, 60), clientId === tenant.clients.y ? nameOfY : 'Contact'],
  );
  return rows[0]!;
}

/** One of everything that belongs to contacts. */
export async function insertContactRows(api: TestApi, tenant: Shell, clientId: string) {
  const { contact, tag } = await insertTaggedContact(api, tenant, clientId);
  const inserted = async (statement: string, ...more: unknown[]) =>
    (await prepared<{ id: string }>(api, `${statement} returning id`, [tenant.organizationId, clientId, ...more]))
      .rows[0]!.id;
  const word = randomBytes(6).toString('hex');
  const side = clientId === tenant.clients.y ? '-y' : '';
  return {
    contact,
    tag,
    'contact-field': await inserted(
      `insert into contact_fields (organization_id, client_id, key, label, type) values ($1, $2, $3, $4, 'text')`,
      `k${word}`,
      `${word}${side} ${tenant.mark}`,
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
      await suppressEverywhere(api, tenant, `${word}${side}@${tenant.mark}.example`, contact),
    ),
    segment: await inserted(
      `insert into segments (organization_id, client_id, name, rules) values ($1, $2, $3, $4)`,
      `${word}${side} ${tenant.mark}`,
      { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tag] }] },
    ),
    import: await insertImport(api, tenant, clientId, 'uploading'),
  };
}

/** Beside the client's own suppression one of the whole organization, of the contact's address, as a bounce leaves it. */
async function suppressEverywhere(api: TestApi, tenant: Shell, address: string, contactId: string): Promise<string> {
  await prepared(
    api,
    `insert into suppressions (organization_id, channel, address_hash, address, reason, source)
     select organization_id, 'email', $3, email, 'bounced', 'bounce' from contacts where organization_id = $1 and id = $2`,
    [tenant.organizationId, contactId, randomBytes(32)],
  );
  return address;
}

/** A verified domain with a key, a sender on it and a connection without a secret, which nobody can reach. */
export async function insertSendingRows(api: TestApi, tenant: Shell, clientId: string) {
  const domain = `${randomBytes(6).toString('hex')}${clientId === tenant.clients.y ? '-y' : ''}.${tenant.mark}.example`;
  const { rows } = await prepared<{ domain: string; sender: string; connection: string }>(
    api,
    `with domain as (
       insert into sending_domains (organization_id, client_id, domain, state) values ($1, $2, $3, 'verified') returning *
     ), sender as (
       insert into senders (organization_id, client_id, domain_id, from_name, from_email)
       select $1, $2, domain.id, 'Sender', 'hello@' || $3 from domain returning *
     ), connection as (
       insert into smtp_connections (organization_id, client_id, name, kind, host, port, tls, max_connections)
       values ($1, $2, $3, 'smtp', '127.0.0.1', 1, 'none', 1) returning *
     )
     select domain.id as domain, sender.id as sender, connection.id as connection from domain, sender, connection`,
    [tenant.organizationId, clientId, domain],
  );
  const { domain: id, sender, connection } = rows[0]!;
  await insertSigningKey(api, tenant.organizationId, clientId, id);
  return { 'sending-domain': id, sender, connection, domainName: domain };
}

/** A campaign of one person that could be sent; beyond a draft it has a link and a ledger with one mail in doubt. */
export async function insertCampaign(
  api: TestApi,
  tenant: Shell,
  clientId: string,
  { status = 'DRAFT', person }: { status?: string | undefined; person?: { contact: string; tag: string } } = {},
) {
  const { contact, tag } = person ?? (await insertTaggedContact(api, tenant, clientId));
  const { sender, connection } = await insertSendingRows(api, tenant, clientId);
  await prepared(api, `update clients set postal_address = '1 High Street' where id = $1`, [clientId]);
  const side = clientId === tenant.clients.y ? '-y' : '';
  const { rows } = await prepared<{ id: string }>(
    api,
    `insert into campaigns (organization_id, client_id, name, status, subject, content, recipients, sender_id, connection_id,
       tracking, scheduled_at, sent_at, campaign_month, audience)
     select $1, $2, $3, $4, 'Hello', '{"html":"<p>Hello</p>","text":""}', $5, $6, $7, '{"opens":true,"clicks":true}',
       case when started then now() end, case when started then now() end, case when started then date_trunc('month', now())::date end,
       case when started then 1 end
     from (select $4::text <> 'DRAFT' as started) as now returning id`,
    [
      tenant.organizationId,
      clientId,
      `Campaign${side} ${tenant.mark}`,
      status,
      Recipients.parse({ type: 'tags', tagIds: [tag] }),
      sender,
      connection,
    ],
  );
  const campaign = rows[0]!.id;
  if (status !== 'DRAFT') {
    await prepared(
      api,
      `insert into campaign_links (organization_id, client_id, campaign_id, link_no, url) values ($1, $2, $3, 1, $4)`,
      [tenant.organizationId, clientId, campaign, `https://${tenant.mark}${side}.example/`],
    );
    await prepared(
      api,
      `insert into campaign_sends (organization_id, client_id, campaign_month, campaign_id, contact_id, state, receiver)
       values ($1, $2, date_trunc('month', now())::date, $3, $4, 'uncertain', $5)`,
      [tenant.organizationId, clientId, campaign, contact, `${tenant.mark}${side}.example`],
    );
  }
  return { campaign, contact, tag, sender, connection };
}

const { privateKey: pem } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** A key whose record was found, as if DNS had been asked. */
export async function insertSigningKey(
  api: TestApi,
  organizationId: string,
  clientId: string | null,
  domainId: string,
) {
  await prepared(
    api,
    `insert into dkim_keys (organization_id, domain_id, client_id, selector, algorithm, private_key, public_key, active_from)
     values ($1, $2, $3, 'w1', 'ed25519', $4, '', now())`,
    [
      organizationId,
      domainId,
      clientId,
      createSecrets(api.config).encrypt({ purpose: 'dkim', owner: organizationId }, pem),
    ],
  );
}

/** A file of one row; all of one client are equally long. */
export const importContent = (tenant: Shell, clientId: string): Buffer =>
  Buffer.from(
    `email,first name\n${randomBytes(6).toString('hex')}${clientId === tenant.clients.y ? '-y' : ''}@${tenant.mark}.example,Import\n`,
  );

/** An import of one row, as far as `state` says. */
export async function insertImport(api: TestApi, tenant: Shell, clientId: string, state: string): Promise<string> {
  const side = clientId === tenant.clients.y ? '-y' : '';
  const content = importContent(tenant, clientId);
  const { rows } = await prepared<{ id: string }>(
    api,
    `with import as (
       insert into imports (organization_id, client_id, kind, name, state, bytes, encoding, delimiter, columns, plan, rows, counts, undo_until)
       values ($1, $2, 'contacts', $3, $4, $5, 'utf-8', ',', $6, $7, 1, $8, case when $4 = 'done' then now() + interval '30 days' end)
       returning id
     ), part as (
       insert into import_parts (organization_id, client_id, import_id, part, content) select $1, $2, id, 0, $9 from import
     )
     select id from import`,
    [
      tenant.organizationId,
      clientId,
      `${tenant.mark}${side}.csv`,
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

/** A PNG of one red pixel. */
export const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4z8AAAAMBAQCc479ZAAAAAElFTkSuQmCC',
  'base64',
);

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The label of every QR code. */
export const qrLabel = 'Posters';

/** A QR code with its link, and the logo in its middle. */
export async function insertQrRows(api: TestApi, tenant: Shell, clientId: string) {
  const shortCode = `12${[...randomBytes(8)].map((byte) => base58[byte % 58]).join('')}`;
  const side = clientId === tenant.clients.y ? '-y' : '';
  const { rows } = await prepared<{ code: string; logo: string }>(
    api,
    `with logo as (
       insert into stored_files (organization_id, client_id, purpose, content, content_type)
       values ($1, $2, 'qr-logo', $6, 'image/png') returning id
     ), code as (
       insert into qr_codes (organization_id, client_id, name, short_code, target_url, design, labels)
       select $1, $2, $3, $4, $5, jsonb_build_object('logoId', logo.id), array[$7] from logo returning *
     ), target as (
       insert into qr_code_targets (organization_id, qr_code_id, client_id, target_url) select $1, id, $2, $5 from code
     ), link as (
       insert into link_targets (short_code, organization_id, client_id, kind, ref_id, target_url)
       select short_code, $1, $2, 'qr', id, $5 from code
     )
     select code.id as code, logo.id as logo from code, logo`,
    [
      tenant.organizationId,
      clientId,
      `Code${side} ${tenant.mark}`,
      shortCode,
      `https://www${side}.${tenant.mark}.example/`,
      redPixel,
      qrLabel,
    ],
  );
  return { 'qr-code': rows[0]!.code, 'qr-logo': rows[0]!.logo };
}

type OpenSession = { id: string; token: string; cookie: string };

export async function openSession(api: TestApi, userId: string): Promise<OpenSession> {
  const token = `01${randomBytes(32).toString('hex')}`;
  const { rows } = await prepared<{ id: string }>(
    api,
    `insert into directory.sessions (user_id, token, expires_at) values ($1, $2, now() + interval '12 hours') returning id`,
    [userId, hashToken(token)],
  );
  const signature = createHmac('sha256', api.config.SECRET_KEY).update(token).digest('base64');
  const cookie = `waggle.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { id: rows[0]!.id, token, cookie };
}

/** A browser of that person with a session of its own. */
/** A link of a client, and a browser in which it was opened. */
export async function enterByLink(
  api: TestApi,
  tenant: TenantFixture,
  kind: Exclude<CallerKind, MemberKind> = 'GUEST',
): Promise<Guest> {
  const clientId = kind === 'GUEST' ? tenant.clients.x : tenant.clients.y;
  const userId = await insertGuestLink(api, tenant.organizationId, clientId);
  const token = newGuestToken();
  const { rows } = await prepared<{ id: string }>(
    api,
    `insert into guest_sessions (organization_id, client_id, link_id, token, expires_at)
     values ($1, $2, $3, $4, now() + interval '12 hours') returning id`,
    [tenant.organizationId, clientId, userId, hashToken(token)],
  );
  const caller = createCaller(api.app, `waggle.guest_token=${token}`);
  const request = caller.request.bind(caller);
  caller.request = (method, url, body, headers) => request(method, url, body, { [guestHeader]: '1', ...headers });
  return Object.assign(caller, { memberKind: kind, userId, sessionId: rows[0]!.id });
}

export async function insertGuestLink(
  api: TestApi,
  organizationId: string,
  clientId: string,
  token = randomBytes(32).toString('base64url'),
): Promise<string> {
  const side = randomBytes(3).toString('hex');
  const { rows } = await prepared<{ id: string }>(
    api,
    `insert into guest_links (organization_id, client_id, name, token, expires_at)
     values ($1, $2, $3, $4, now() + interval '90 days') returning id`,
    [organizationId, clientId, `Guest ${side}`, hashToken(token)],
  );
  return rows[0]!.id;
}

export async function enter(api: TestApi, tenant: TenantFixture, memberKind: MemberKind): Promise<Guest> {
  const { id, cookie } = await openSession(api, tenant.people[memberKind].id);
  const caller = createCaller(api.app, cookie);
  // Not Object.assign on a copy: the caller's cookie is a getter.
  return Object.assign(caller, { memberKind, userId: tenant.people[memberKind].id, sessionId: id });
}

/** Somebody who may call it: an ADMIN, but for what guests alone may do. */
export const enterFor = (api: TestApi, tenant: TenantFixture, { needs }: Pick<Endpoint, 'needs'>): Promise<Guest> =>
  needs === 'public' || needs === 'signed-in' || holds('ADMIN', needs)
    ? enter(api, tenant, 'ADMIN')
    : enterByLink(api, tenant);
