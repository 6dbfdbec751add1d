import { randomBytes } from 'node:crypto';
import type * as accounts from '@waggle/contracts/accounts';
import type * as brand from '@waggle/contracts/brand';
import type * as clients from '@waggle/contracts/clients';
import type * as emailChangeContract from '@waggle/contracts/email-change';
import type * as guests from '@waggle/contracts/guests';
import type * as joining from '@waggle/contracts/joining';
import type * as legal from '@waggle/contracts/legal';
import type * as organization from '@waggle/contracts/organization';
import type * as passkeySignIn from '@waggle/contracts/passkey-sign-in';
import type * as passkeys from '@waggle/contracts/passkeys';
import type * as product from '@waggle/contracts/product';
import type * as profile from '@waggle/contracts/profile';
import type * as team from '@waggle/contracts/team';
import type * as whiteLabel from '@waggle/contracts/white-label';
import { goodPassword } from '../../../test/harness/people.ts';
import { emailChange } from '../../../test/matrix/email-change.ts';
import { confirmation } from '../../../test/matrix/confirmation.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';
import { clientInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, fresh, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';
import { codeAnswer, insertPasskey, newPasskey, passkeyCode, signInAnswer } from '../../../test/matrix/passkeys.ts';
import { startTwoFactor, turnTwoFactorOff, turnTwoFactorOn } from '../../../test/matrix/second-factor.ts';
import {
  addMember,
  insertGuestLink,
  insertInvitation,
  openSession,
  redPixel,
} from '../../../test/matrix/tenant-fixture.ts';
import { invitationToken } from './team/invitation-token.ts';

const newPassword = { password: 'copper lantern 9', confirmPassword: 'copper lantern 9' };

/** A plan with white label. */
const onSystem = ({ api, tenant }: Scene) =>
  api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [tenant.organizationId]);

export const samples: SamplesOf<
  typeof accounts &
    typeof passkeySignIn &
    typeof joining &
    typeof organization &
    typeof profile &
    typeof passkeys &
    typeof emailChangeContract &
    typeof clients &
    typeof team &
    typeof brand &
    typeof legal &
    typeof product &
    typeof whiteLabel &
    typeof guests
> = {
  'auth.me': () => ({}),
  'installation.read': () => ({}),
  'installation.legal': () => ({ query: { page: 'terms' } }),
  'installation.operator': () => ({}),
  'auth.login': ({ tenant }) => ({ body: { email: tenant.people.ADMIN.email, password: goodPassword } }),
  'auth.two-factor': () => ({ body: { code: '123456' } }),
  'auth.start-passkey': () => ({}),
  'auth.passkey': async (scene) => ({ body: { answer: await signInAnswer(scene) } }),
  'auth.start-second-factor': () => ({}),
  'auth.two-factor-passkey': async (scene) => ({ body: { answer: await signInAnswer(scene) } }),
  'auth.registration': () => ({}),
  'auth.confirm-email': ({ api, guest }) => confirmation(api, guest),
  'auth.resend-confirmation': () => ({}),
  'auth.register': () => ({
    body: {
      name: 'New Person',
      email: `new@${fresh()}.example`,
      password: goodPassword,
      confirmPassword: goodPassword,
      organizationName: 'New House',
    },
  }),
  'auth.logout': () => ({}),
  'auth.set-active-client': ({ tenant }) => ({ body: { clientId: tenant.clients.x } }),
  'auth.forgot-password': ({ tenant }) => ({ body: { email: tenant.people.ADMIN.email } }),
  'auth.reset-password': () => ({ body: { token: randomBytes(18).toString('base64url'), ...newPassword } }),
  'auth.read-invitation': async (scene) => ({ body: { token: await openInvitation(scene) } }),
  'auth.accept-invitation': async (scene) => ({
    body: { token: await openInvitation(scene), name: 'Invited Person', ...newPassword },
  }),
  'organization.read': () => ({}),
  'organization.update': () => ({ body: { name: 'Another Name', timezone: 'Europe/Paris', schedules: 'keep-moment' } }),
  'organization.schedules': () => ({}),
  'organization.delete': async (scene) => {
    await makeOwner(scene);
    return { body: { name: scene.tenant.name, password: goodPassword } };
  },
  'profile.update': () => ({ body: { name: 'Another Name', locale: 'fr', theme: 'dark', timezone: 'Asia/Kolkata' } }),
  'profile.upload-photo': () => ({ upload: redPixel }),
  'profile.remove-photo': () => ({}),
  'profile.change-password': () => ({ body: { currentPassword: goodPassword, ...newPassword } }),
  'profile.sessions': () => ({}),
  'profile.end-session': async ({ api, guest }) => ({
    params: { sessionId: (await openSession(api, guest.userId)).id },
  }),
  'profile.end-other-sessions': () => ({}),
  'profile.start-two-factor': () => ({ body: { password: goodPassword } }),
  'profile.confirm-two-factor': async ({ guest }) => ({ body: { code: (await startTwoFactor(guest)).generate() } }),
  'profile.disable-two-factor': async (scene) => {
    const totp = await turnTwoFactorOn(scene);
    return { body: { password: goodPassword, code: totp.generate() } };
  },
  'profile.recovery-codes': async (scene) => {
    const totp = await turnTwoFactorOn(scene);
    return { body: { password: goodPassword, code: totp.generate() } };
  },
  'profile.two-factor': () => ({}),
  'profile.two-factor-passkey': async (scene) => ({
    body: { password: goodPassword, code: await passkeyCode(scene) },
  }),
  'profile.passkeys': () => ({}),
  'profile.start-passkey': async (scene) => {
    await turnTwoFactorOff(scene);
    return { body: { password: goodPassword } };
  },
  'profile.add-passkey': async (scene) => ({ body: { name: 'Work laptop', answer: await newPasskey(scene) } }),
  'profile.rename-passkey': async ({ api, guest }) => ({
    params: { passkeyId: (await insertPasskey(api, guest.userId)).id },
    body: { name: 'Work laptop' },
  }),
  'profile.remove-passkey': async (scene) => {
    await turnTwoFactorOff(scene);
    const { id } = await insertPasskey(scene.api, scene.guest.userId);
    return { params: { passkeyId: id }, body: { password: goodPassword } };
  },
  'profile.start-passkey-code': async ({ api, guest }) => {
    await insertPasskey(api, guest.userId);
    return {};
  },
  'profile.passkey-code': async (scene) => ({ body: { answer: await codeAnswer(scene) } }),
  'profile.email-change': () => ({}),
  'profile.request-email-change': async (scene) => {
    const code = (await turnTwoFactorOn(scene)).generate();
    return { body: { email: `${fresh()}@moved.example`, password: goodPassword, code } };
  },
  'profile.resend-email-change': async ({ api, guest }) => {
    await emailChange(api, guest);
    return {};
  },
  'profile.cancel-email-change': async ({ api, guest }) => {
    await emailChange(api, guest);
    return {};
  },
  'profile.confirm-email-change': async ({ api, guest }) => ({ body: { token: await emailChange(api, guest) } }),
  'clients.list': () => ({ query: { limit: 100, sort: '-createdAt' } }),
  'clients.create': () => ({ body: { name: `Client ${fresh()}`, email: null } }),
  'clients.update': ({ tenant }) => ({ params: { clientId: tenant.clients.x }, body: { name: 'Another Client' } }),
  'clients.archive-preview': ({ tenant }) => ({ params: { clientId: tenant.clients.x } }),
  'clients.archive': async ({ api, tenant }) => ({
    params: { clientId: await insertClient(api, tenant) },
    body: { forms: 'close' },
  }),
  'clients.restore': async ({ api, tenant }) => ({ params: { clientId: await insertClient(api, tenant, false) } }),
  'team.members': () => ({ query: { limit: 100 } }),
  'team.update-member': async ({ api, tenant }) => ({
    params: { memberId: (await addMember(api, tenant, 'USER', fresh())).id },
    body: { role: 'VIEWER', clientIds: [tenant.clients.x] },
  }),
  'team.remove-member': async ({ api, tenant }) => ({
    params: { memberId: (await addMember(api, tenant, 'USER', fresh())).id },
  }),
  'team.hand-over': async (scene) => {
    const code = (await turnTwoFactorOn(scene)).generate();
    await makeOwner(scene);
    const { id: memberId } = await addMember(scene.api, scene.tenant, 'ADMIN', fresh());
    return { params: { memberId }, body: { password: goodPassword, code } };
  },
  'team.invitations': () => ({ query: { limit: 100 } }),
  'team.invite': ({ tenant }) => ({
    body: { email: `${fresh()}@${tenant.mark}.example`, role: 'USER', clientIds: [tenant.clients.x] },
  }),
  'team.check-invitations': ({ tenant }) => ({ body: { emails: [`${fresh()}@${tenant.mark}.example`] } }),
  'team.invite-many': ({ tenant }) => ({
    body: {
      emails: [`${fresh()}@${tenant.mark}.example`, `${fresh()}@${tenant.mark}.example`],
      role: 'USER',
      clientIds: [tenant.clients.x],
    },
  }),
  'team.resend-invitation': async ({ api, tenant }) => ({
    params: { invitationId: await insertInvitation(api, tenant, null) },
  }),
  'team.revoke-invitation': async ({ api, tenant }) => ({
    params: { invitationId: await insertInvitation(api, tenant, null) },
  }),
  'brand.read': async (scene) => {
    for (const clientId of [...Object.values(scene.tenant.clients), null])
      await insertBrand(scene.api, scene.tenant.organizationId, clientId);
    return {};
  },
  'brand.update': async (scene) => {
    const { api, tenant } = scene;
    const clientId = clientInSight(scene);
    return {
      params: { brandId: await insertBrand(api, tenant.organizationId, clientId) },
      body: {
        name: `Brand ${tenant.mark}`,
        accent: '#8a4f16',
        website: 'https://www.example.com/',
        logoId: await insertLogo(api, tenant.organizationId, { purpose: 'brand-logo', clientId }),
        postalAddress: '1 High Street\nBristol',
      },
    };
  },
  'brand.upload-logo': () => ({ upload: redPixel }),
  'product.read': () => ({}),
  'white-label.read': () => ({}),
  'white-label.update': async (scene) => {
    const { api, tenant } = scene;
    await onSystem(scene);
    return {
      body: {
        isOn: true,
        name: `Product ${tenant.mark}`,
        accent: '#2c4f98',
        markId: await insertLogo(api, tenant.organizationId, { purpose: 'product-logo', clientId: null }),
        wideId: null,
        supportEmail: `help@${tenant.mark}.example`,
        hidesPoweredBy: false,
      },
    };
  },
  'white-label.upload-logo': async (scene) => {
    await onSystem(scene);
    return { upload: redPixel };
  },
  'guests.list': (scene) => ({ params: { clientId: clientInSight(scene) } }),
  'guests.create': (scene) => ({
    params: { clientId: clientInSight(scene) },
    body: { name: `Guest ${scene.tenant.mark}`, days: 30 },
  }),
  'guests.end': async (scene) => ({
    params: { guestLinkId: await insertGuestLink(scene.api, scene.tenant.organizationId, clientInSight(scene)) },
  }),
  'guests.read': async (scene) => ({ body: { token: await openLink(scene) } }),
  'guests.open': async (scene) => ({ body: { token: await openLink(scene) } }),
  'guests.leave': () => ({}),
};

export const rows: FixtureRows = {
  passkey: {
    table: 'directory.passkeys',
    insert: async (api, tenant, clientId) => (await insertPasskey(api, await memberOf(api, tenant, clientId))).id,
  },
  brand: { table: 'brands', insert: (api, tenant, clientId) => insertBrand(api, tenant.organizationId, clientId) },
  'guest-link': {
    table: 'guest_links',
    insert: (api, tenant, clientId) => insertGuestLink(api, tenant.organizationId, clientId),
  },
  'brand-logo': {
    table: 'files',
    insert: (api, tenant, clientId) => insertLogo(api, tenant.organizationId, { purpose: 'brand-logo', clientId }),
  },
  'product-logo': {
    table: 'files',
    insert: (api, tenant, clientId) => insertLogo(api, tenant.organizationId, { purpose: 'product-logo', clientId }),
  },
};

/** Somebody who works for one client. */
async function memberOf({ db }: TestApi, { organizationId }: { organizationId: string }, clientId: string) {
  const { rows } = await db.owner.query<{ user_id: string }>(
    'select user_id from members where organization_id = $1 and client_id = $2 order by user_id limit 1',
    [organizationId, clientId],
  );
  return rows[0]!.user_id;
}

/** Every client has one from the beginning; here it is made again if it was deleted. */
async function insertBrand({ db }: TestApi, organizationId: string, clientId: string | null): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `with made as (
       insert into brands (organization_id, client_id, own_name) values ($1, $2, 'Own name') on conflict do nothing returning id
     )
     select id from made union all select id from brands where organization_id = $1 and client_id is not distinct from $2`,
    [organizationId, clientId],
  );
  return rows[0]!.id;
}

type Logo = { purpose: 'brand-logo' | 'product-logo'; clientId: string | null };

async function insertLogo({ db }: TestApi, organizationId: string, { purpose, clientId }: Logo): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `with content as (
       insert into file_contents (organization_id, sha256, bytes, content_type, width, height, place, content)
       values ($1, sha256($3), octet_length($3), 'image/png', 1, 1, 'database', $3) returning id
     )
     insert into files (organization_id, client_id, content_id, purpose, token, expires_at)
     select $1, $2, id, $5, $4, now() + interval '1 day' from content returning id`,
    [organizationId, clientId, randomBytes(64), randomBytes(18).toString('base64url'), purpose],
  );
  return rows[0]!.id;
}

/** Samples that are well formed but need a secret from a mailbox or an earlier step; they answer this instead. */
export const refusedSamples: Partial<Record<keyof typeof samples, number[]>> = {
  'auth.two-factor': [400, 410],
  'auth.start-second-factor': [410],
  'auth.two-factor-passkey': [400, 410],
  'auth.reset-password': [410],
};

/** An ADMIN who asks owns the organization; an earlier sample may have handed it over. */
async function makeOwner({ api, tenant, guest }: Scene): Promise<void> {
  const { owner } = api.db;
  await owner.query('update members set is_owner = false where organization_id = $1', [tenant.organizationId]);
  await owner.query(`update members set is_owner = true where user_id = $1 and role = 'ADMIN'`, [guest.userId]);
}

/** One of its own: archiving those of the tenant would end what other samples work in. */
async function insertClient({ db }: TestApi, tenant: Scene['tenant'], isActive = true): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    'insert into clients (organization_id, name, is_active) values ($1, $2, $3) returning id',
    [tenant.organizationId, `Client ${fresh()}`, isActive],
  );
  return rows[0]!.id;
}

async function openLink(scene: Scene): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertGuestLink(scene.api, scene.tenant.organizationId, clientInSight(scene), token);
  return token;
}

async function openInvitation({ api, tenant }: Scene): Promise<string> {
  const id = await insertInvitation(api, tenant, null);
  return invitationToken(api.config.SECRET_KEY, { organizationId: tenant.organizationId, id, version: 1 });
}
