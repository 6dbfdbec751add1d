import * as contract from '@waggle/contracts/accounts';
import * as brandContract from '@waggle/contracts/brand';
import * as clientsContract from '@waggle/contracts/clients';
import * as emailChangeContract from '@waggle/contracts/email-change';
import * as joiningContract from '@waggle/contracts/joining';
import * as organizationContract from '@waggle/contracts/organization';
import * as profileContract from '@waggle/contracts/profile';
import * as teamContract from '@waggle/contracts/team';
import type { Context } from '#platform/context.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Accounts, ServedAccounts } from './accounts.ts';
import { readBrand, updateBrand, uploadLogo } from './brand/brand.ts';
import { presentBrand } from './brand/present.ts';
import * as clients from './clients/clients.ts';
import { confirmEmailChange } from './email-change/confirm-change.ts';
import * as emailChange from './email-change/email-change.ts';
import { presentEmailChange, presentPending } from './email-change/present.ts';
import { deleteOrganization, readOrganization, updateOrganization } from './organization.ts';
import {
  presentClient,
  presentInstallation,
  presentInvitation,
  presentMember,
  presentOrganization,
  presentSession,
  presentUser,
} from './present.ts';
import { removePhoto, uploadPhoto } from './photo/photo.ts';
import * as profile from './profile.ts';
import { listSessions } from './queries.ts';
import { forgotPassword, resetPassword } from './recovery.ts';
import { confirmAddress, resendConfirmation } from './confirmation/confirmation.ts';
import { registrationMode } from './registration/mode.ts';
import { register } from './registration/registration.ts';
import { passTwoFactor, signIn, signOut } from './sign-in/sign-in.ts';
import * as invitations from './team/invitations.ts';
import { countSchedules } from './zone-change/zone-change.ts';
import { removeMember, updateMember } from './team/members.ts';
import { findInvitations, findMembers } from './team/queries.ts';

export function accountRoutes(mount: Mount, accounts: ServedAccounts): void {
  signInRoutes(mount, accounts);
  profileRoutes(mount, accounts);
  emailChangeRoutes(mount, accounts);
  organizationRoutes(mount, accounts);
  teamRoutes(mount, accounts);
  brandRoutes(mount, accounts);
}

function signInRoutes(mount: Mount, accounts: Accounts): void {
  serve(mount, contract.login, (_visitor, { body }, exchange) => signIn(accounts, body, exchange));
  serve(mount, contract.passTwoFactor, (_visitor, { body }, exchange) => passTwoFactor(accounts, body, exchange));
  serve(mount, contract.logout, (_visitor, _input, exchange) => signOut(accounts, exchange));
  serve(mount, joiningContract.readRegistration, async () => ({ mode: await registrationMode(accounts) }));
  serve(mount, joiningContract.register, async (_visitor, { body }, exchange) => {
    const { user, organization } = await register(accounts, body, exchange);
    return { user, organization: presentOrganization(organization, mount) };
  });
  serve(mount, contract.forgotPassword, (_visitor, { body }) => forgotPassword(accounts, body.email));
  serve(mount, contract.resetPassword, (_visitor, { body }, exchange) => resetPassword(accounts, body, exchange));
  serve(mount, joiningContract.readInvitation, (_visitor, { body }) =>
    invitations.readInvitation(accounts, body.token),
  );
  serve(mount, joiningContract.acceptInvitation, (_visitor, { body }, exchange) =>
    invitations.acceptInvitation(accounts, body, exchange),
  );
}

const shown = (ctx: Context) => ({
  mustChooseClient: profile.mustChooseClient(ctx),
  sellsNoPlans: ctx.sellsNoPlans,
});

function profileRoutes(mount: Mount, accounts: ServedAccounts): void {
  serve(mount, contract.me, async (ctx) => presentUser(await profile.readUser(accounts, ctx), shown(ctx)));
  serve(mount, organizationContract.readInstallation, () => presentInstallation(mount.installation.hold()));
  serve(mount, joiningContract.confirmEmail, async (ctx, { body }) =>
    presentUser(await confirmAddress(accounts, ctx, body.token), shown(ctx)),
  );
  serve(mount, joiningContract.resendConfirmation, (ctx) => resendConfirmation(ctx));
  serve(mount, contract.setActiveClient, (ctx, { body }) => profile.setActiveClient(accounts, ctx, body.clientId));
  serve(mount, profileContract.updateProfile, async (ctx, { body }) =>
    presentUser(await profile.updateProfile(accounts, ctx, body), shown(ctx)),
  );
  serve(mount, profileContract.uploadPhoto, async (ctx, { upload }) =>
    presentUser(await uploadPhoto(accounts, ctx, upload), shown(ctx)),
  );
  serve(mount, profileContract.removePhoto, async (ctx) => presentUser(await removePhoto(accounts, ctx), shown(ctx)));
  serve(mount, profileContract.changePassword, (ctx, { body }, exchange) =>
    profile.changePassword(accounts, ctx, body, exchange),
  );
  serve(mount, profileContract.listSessions, async (ctx) => {
    const { userId, sessionId } = profile.person(ctx);
    const rows = await listSessions(accounts.database, userId);
    return { items: rows.map((row) => presentSession(row, sessionId)), nextCursor: null, total: rows.length };
  });
  serve(mount, profileContract.endSession, (ctx, { params }) => profile.endSession(accounts, ctx, params.sessionId));
  serve(mount, profileContract.endOtherSessions, (ctx) => profile.endOtherSessions(accounts, ctx));
  serve(mount, profileContract.startTwoFactor, (_ctx, { body }, exchange) =>
    profile.startTwoFactor(accounts, exchange, body.password),
  );
  serve(mount, profileContract.confirmTwoFactor, (ctx, { body }, exchange) =>
    profile.confirmTwoFactor(accounts, ctx, exchange, body.code),
  );
  serve(mount, profileContract.disableTwoFactor, (ctx, { body }, exchange) =>
    profile.disableTwoFactor(accounts, ctx, exchange, body),
  );
  serve(mount, profileContract.renewRecoveryCodes, (ctx, { body }, exchange) =>
    profile.renewRecoveryCodes(accounts, ctx, exchange, body),
  );
}

function emailChangeRoutes(mount: Mount, accounts: Accounts): void {
  serve(mount, emailChangeContract.readEmailChange, async (ctx) =>
    presentPending(await emailChange.readEmailChange(accounts, ctx)),
  );
  serve(mount, emailChangeContract.requestEmailChange, async (ctx, { body }, exchange) =>
    presentEmailChange(await emailChange.requestEmailChange(accounts, ctx, body, exchange)),
  );
  serve(mount, emailChangeContract.resendEmailChange, (ctx) => emailChange.resendEmailChange(accounts, ctx));
  serve(mount, emailChangeContract.cancelEmailChange, (ctx) => emailChange.cancelEmailChange(accounts, ctx));
  serve(mount, emailChangeContract.confirmEmailChange, (ctx, { body }, exchange) =>
    confirmEmailChange(accounts, ctx, body.token, exchange),
  );
}

function organizationRoutes(mount: Mount, accounts: ServedAccounts): void {
  serve(mount, organizationContract.readOrganization, async (ctx) =>
    presentOrganization(await readOrganization(ctx), ctx),
  );
  serve(mount, organizationContract.updateOrganization, async (ctx, { body }) =>
    presentOrganization(await updateOrganization(accounts, ctx, body), ctx),
  );
  serve(mount, organizationContract.countSchedules, (ctx) => countSchedules(accounts, ctx));
  serve(mount, organizationContract.deleteOrganization, (ctx, { body }) => deleteOrganization(accounts, ctx, body));
  serve(mount, clientsContract.listClients, async (ctx, { query }) => {
    const { items, ...rest } = await clients.listClients(ctx, query);
    return { items: items.map(presentClient), ...rest };
  });
  serve(mount, clientsContract.createClient, async (ctx, { body }) =>
    presentClient(await clients.createClient(ctx, body)),
  );
  serve(mount, clientsContract.updateClient, async (ctx, { params, body }) =>
    presentClient(await clients.updateClient(ctx, params.clientId, body)),
  );
}

function teamRoutes(mount: Mount, accounts: ServedAccounts): void {
  serve(mount, teamContract.listMembers, async (ctx, { query }) => {
    const { items, ...rest } = await findMembers(ctx, query);
    return { items: items.map(presentMember), ...rest };
  });
  serve(mount, teamContract.updateMember, async (ctx, { params, body }) =>
    presentMember(await updateMember(ctx, params.memberId, body)),
  );
  serve(mount, teamContract.removeMember, (ctx, { params }) => removeMember(accounts, ctx, params.memberId));
  serve(mount, teamContract.listInvitations, async (ctx, { query }) => {
    const { items, ...rest } = await findInvitations(ctx, query);
    return { items: items.map(presentInvitation), ...rest };
  });
  serve(mount, teamContract.inviteMember, async (ctx, { body }) =>
    presentInvitation(await invitations.invite(accounts, ctx, body)),
  );
  serve(mount, teamContract.resendInvitation, async (ctx, { params }) =>
    presentInvitation(await invitations.resendInvitation(accounts, ctx, params.invitationId)),
  );
  serve(mount, teamContract.revokeInvitation, (ctx, { params }) =>
    invitations.revokeInvitation(ctx, params.invitationId),
  );
}

function brandRoutes(mount: Mount, { config, storage }: ServedAccounts): void {
  serve(mount, brandContract.readBrand, async (ctx) => presentBrand(config.PUBLIC_URL, await readBrand(ctx)));
  serve(mount, brandContract.updateBrand, async (ctx, { params, body }) =>
    presentBrand(config.PUBLIC_URL, await updateBrand(storage, ctx, params.brandId, body)),
  );
  serve(mount, brandContract.uploadBrandLogo, (ctx, { upload }) => uploadLogo(storage, ctx, upload));
}
