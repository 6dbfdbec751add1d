import { randomBytes } from 'node:crypto';
import type * as accounts from '@waggle/contracts/accounts';
import type * as brand from '@waggle/contracts/brand';
import type * as clients from '@waggle/contracts/clients';
import type * as emailChangeContract from '@waggle/contracts/email-change';
import type * as joining from '@waggle/contracts/joining';
import type * as organization from '@waggle/contracts/organization';
import type * as profile from '@waggle/contracts/profile';
import type * as team from '@waggle/contracts/team';
import { goodPassword } from '../../../test/harness/people.ts';
import { emailChange } from '../../../test/matrix/email-change.ts';
import { confirmation } from '../../../test/matrix/confirmation.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';
import { clientInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, fresh, type SamplesOf, type Scene } from '../../../test/matrix/scene.ts';
import { startTwoFactor, turnTwoFactorOn } from '../../../test/matrix/second-factor.ts';
import { addMember, insertInvitation, openSession, redPixel } from '../../../test/matrix/tenant-fixture.ts';
import { invitationToken } from './team/invitation-token.ts';

const newPassword = { password: 'copper lantern 9', confirmPassword: 'copper lantern 9' };

export const samples: SamplesOf<
  typeof accounts &
    typeof joining &
    typeof organization &
    typeof profile &
    typeof emailChangeContract &
    typeof clients &
    typeof team &
    typeof brand
> = {
  'auth.me': () => ({}),
  'installation.read': () => ({}),
  'auth.login': ({ tenant }) => ({ body: { email: tenant.people.ADMIN.email, password: goodPassword } }),
  'auth.two-factor': () => ({ body: { code: '123456' } }),
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
  'organization.delete': ({ tenant }) => ({ body: { name: tenant.name, password: goodPassword } }),
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
  'team.members': () => ({ query: { limit: 100 } }),
  'team.update-member': async ({ api, tenant }) => ({
    params: { memberId: (await addMember(api, tenant, 'USER', fresh())).id },
    body: { role: 'VIEWER', clientIds: [tenant.clients.x] },
  }),
  'team.remove-member': async ({ api, tenant }) => ({
    params: { memberId: (await addMember(api, tenant, 'USER', fresh())).id },
  }),
  'team.invitations': () => ({ query: { limit: 100 } }),
  'team.invite': ({ tenant }) => ({
    body: { email: `${fresh()}@${tenant.mark}.example`, role: 'USER', clientIds: [tenant.clients.x] },
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
        logoId: await insertLogo(api, tenant.organizationId, clientId),
        postalAddress: '1 High Street\nBristol',
      },
    };
  },
  'brand.upload-logo': () => ({ upload: redPixel }),
};

export const rows: FixtureRows = {
  brand: { table: 'brands', insert: (api, tenant, clientId) => insertBrand(api, tenant.organizationId, clientId) },
  'brand-logo': { table: 'files', insert: (api, tenant, clientId) => insertLogo(api, tenant.organizationId, clientId) },
};

/** Every client has one from the beginning; here it is made again if it was deleted. */
async function insertBrand({ db }: TestApi, organizationId: string, clientId: string | null): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into brands (organization_id, client_id, own_name) values ($1, $2, 'Own name')
     on conflict (organization_id, client_id) do update set own_name = brands.own_name returning id`,
    [organizationId, clientId],
  );
  return rows[0]!.id;
}

async function insertLogo({ db }: TestApi, organizationId: string, clientId: string): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `with content as (
       insert into file_contents (organization_id, sha256, bytes, content_type, width, height, place, content)
       values ($1, sha256($3), octet_length($3), 'image/png', 1, 1, 'database', $3) returning id
     )
     insert into files (organization_id, client_id, content_id, purpose, token, expires_at)
     select $1, $2, id, 'brand-logo', $4, now() + interval '1 day' from content returning id`,
    [organizationId, clientId, randomBytes(64), randomBytes(18).toString('base64url')],
  );
  return rows[0]!.id;
}

/** Samples that are well formed but need a secret from a mailbox or an earlier step; they answer this instead. */
export const refusedSamples: Partial<Record<keyof typeof samples, number[]>> = {
  'auth.two-factor': [400, 410],
  'auth.reset-password': [410],
};

async function openInvitation({ api, tenant }: Scene): Promise<string> {
  const id = await insertInvitation(api, tenant, null);
  return invitationToken(api.config.SECRET_KEY, { organizationId: tenant.organizationId, id, version: 1 });
}
