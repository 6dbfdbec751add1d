import * as contract from '@waggle/contracts/accounts';
import * as brandContract from '@waggle/contracts/brand';
import * as clientsContract from '@waggle/contracts/clients';
import * as emailChangeContract from '@waggle/contracts/email-change';
import * as guestsContract from '@waggle/contracts/guests';
import * as joiningContract from '@waggle/contracts/joining';
import * as legalContract from '@waggle/contracts/legal';
import * as organizationContract from '@waggle/contracts/organization';
import * as passkeySignInContract from '@waggle/contracts/passkey-sign-in';
import * as passkeysContract from '@waggle/contracts/passkeys';
import * as productContract from '@waggle/contracts/product';
import * as profileContract from '@waggle/contracts/profile';
import * as teamContract from '@waggle/contracts/team';
import * as whiteLabelContract from '@waggle/contracts/white-label';
import type { Context } from '#platform/context.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import type { Accounts, ServedAccounts } from './accounts.ts';
import { readBrand, updateBrand, uploadLogo } from './brand/brand.ts';
import { presentBrand } from './brand/present.ts';
import { archiveClient, readArchive, restoreClient } from './clients/archive.ts';
import * as clients from './clients/clients.ts';
import { confirmEmailChange } from './email-change/confirm-change.ts';
import * as emailChange from './email-change/email-change.ts';
import { presentEmailChange, presentPending } from './email-change/present.ts';
import * as guestAccess from './guests/guest-access.ts';
import * as guestLinks from './guests/guest-links.ts';
import { guestAddress, presentGuestLink, presentGuestView } from './guests/present.ts';
import { dashboardOriginOf } from './dashboard-origin.ts';
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
import * as passkeySignIn from './passkeys/passkey-sign-in.ts';
import { passkeyCode, startPasskeyCode } from './passkeys/passkey-code.ts';
import * as passkeys from './passkeys/passkeys.ts';
import { presentPasskey } from './passkeys/present.ts';
import { readTwoFactor, turnOnByPasskey } from './passkeys/two-factor.ts';
import { removePhoto, uploadPhoto } from './photo/photo.ts';
import { readLegalTexts } from './legal/legal-texts.ts';
import { handOver } from './ownership/hand-over.ts';
import * as profile from './profile.ts';
import { listSessions } from './queries.ts';
import { forgotPassword, resetPassword } from './recovery.ts';
import { confirmAddress, resendConfirmation } from './confirmation/confirmation.ts';
import { registrationMode } from './registration/mode.ts';
import { register } from './registration/registration.ts';
import { passTwoFactor, signIn, signOut } from './sign-in/sign-in.ts';
import * as invitations from './team/invitations.ts';
import { checkInvitations, inviteMany } from './team/invite-many.ts';
import { countSchedules } from './zone-change/zone-change.ts';
import { removeMember, updateMember } from './team/members.ts';
import { findInvitations, findMembers } from './team/queries.ts';
import { productOfHost } from './white-label/host-product.ts';
import { presentWhiteLabel } from './white-label/present.ts';
import { readWhiteLabel, updateWhiteLabel, uploadProductLogo } from './white-label/white-label.ts';

export function accountRoutes(mount: Mount, accounts: ServedAccounts): void {
  signInRoutes(mount, accounts);
  profileRoutes(mount, accounts);
  passkeyRoutes(mount, accounts);
  emailChangeRoutes(mount, accounts);
  organizationRoutes(mount, accounts);
  teamRoutes(mount, accounts);
  brandRoutes(mount, accounts);
  legalRoutes(mount, accounts);
  whiteLabelRoutes(mount, accounts);
  guestRoutes(mount, accounts);
}

function signInRoutes(mount: Mount, accounts: Accounts): void {
  serve(mount, contract.login, (_visitor, { body }, exchange) => signIn(accounts, body, exchange));
  serve(mount, contract.passTwoFactor, (_visitor, { body }, exchange) => passTwoFactor(accounts, body, exchange));
  serve(mount, passkeySignInContract.startPasskeySignIn, () => passkeySignIn.startPasskeySignIn(accounts));
  serve(mount, passkeySignInContract.signInWithPasskey, (_visitor, { body }, exchange) =>
    passkeySignIn.signInWithPasskey(accounts, body, exchange),
  );
  serve(mount, passkeySignInContract.startSecondFactor, (_visitor, _input, exchange) =>
    passkeySignIn.startSecondFactor(accounts, exchange),
  );
  serve(mount, passkeySignInContract.passTwoFactorByPasskey, (_visitor, { body }, exchange) =>
    passkeySignIn.passTwoFactorByPasskey(accounts, body.answer, exchange),
  );
  serve(mount, contract.logout, (_visitor, _input, exchange) => signOut(accounts, exchange));
  serve(mount, joiningContract.readRegistration, async (_visitor, _input, exchange) => ({
    mode: await registrationMode(accounts, exchange),
  }));
  serve(mount, joiningContract.register, async (_visitor, { body }, exchange) => {
    const { user, organization } = await register(accounts, body, exchange);
    return { user, organization: presentOrganization(organization, mount) };
  });
  serve(mount, contract.forgotPassword, (_visitor, { body }) => forgotPassword(accounts, body.email));
  serve(mount, contract.resetPassword, (_visitor, { body }, exchange) => resetPassword(accounts, body, exchange));
  serve(mount, joiningContract.readInvitation, (_visitor, { body }, exchange) =>
    invitations.readInvitation(accounts, body.token, exchange),
  );
  serve(mount, joiningContract.acceptInvitation, (_visitor, { body }, exchange) =>
    invitations.acceptInvitation(accounts, body, exchange),
  );
}

const shown = ({ config }: Accounts, ctx: Context) => ({
  mustChooseClient: profile.mustChooseClient(ctx),
  publicUrl: config.PUBLIC_URL,
  sellsNoPlans: ctx.sellsNoPlans,
});

function profileRoutes(mount: Mount, accounts: ServedAccounts): void {
  serve(mount, contract.me, (ctx) => guestAccess.readSession(accounts, ctx));
  serve(mount, organizationContract.readInstallation, () => presentInstallation(mount.installation.hold()));
  serve(mount, joiningContract.confirmEmail, async (ctx, { body }) =>
    presentUser(await confirmAddress(accounts, ctx, body.token), shown(accounts, ctx)),
  );
  serve(mount, joiningContract.resendConfirmation, (ctx) => resendConfirmation(ctx));
  serve(mount, contract.setActiveClient, (ctx, { body }) => profile.setActiveClient(accounts, ctx, body.clientId));
  serve(mount, profileContract.updateProfile, async (ctx, { body }) =>
    presentUser(await profile.updateProfile(accounts, ctx, body), shown(accounts, ctx)),
  );
  serve(mount, profileContract.uploadPhoto, async (ctx, { upload }) =>
    presentUser(await uploadPhoto(accounts, ctx, upload), shown(accounts, ctx)),
  );
  serve(mount, profileContract.removePhoto, async (ctx) =>
    presentUser(await removePhoto(accounts, ctx), shown(accounts, ctx)),
  );
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
  serve(mount, profileContract.startTwoFactor, (ctx, { body }, exchange) =>
    profile.startTwoFactor(accounts, ctx, exchange, body),
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

function passkeyRoutes(mount: Mount, accounts: Accounts): void {
  serve(mount, passkeysContract.listPasskeys, async (ctx) => {
    const rows = await passkeys.listPasskeys(accounts, ctx);
    return { items: rows.map(presentPasskey), nextCursor: null, total: rows.length };
  });
  serve(mount, passkeysContract.startAddingPasskey, (ctx, { body }, exchange) =>
    passkeys.startAdding(accounts, ctx, body, exchange),
  );
  serve(mount, passkeysContract.addPasskey, async (ctx, { body }, exchange) =>
    presentPasskey(await passkeys.addPasskey(accounts, ctx, body, exchange)),
  );
  serve(mount, passkeysContract.renamePasskey, async (ctx, { params, body }) =>
    presentPasskey(await passkeys.renamePasskey(accounts, ctx, params.passkeyId, body.name)),
  );
  serve(mount, passkeysContract.removePasskey, (ctx, { params, body }, exchange) =>
    passkeys.removePasskey(accounts, ctx, { passkeyId: params.passkeyId, proof: body }, exchange),
  );
  serve(mount, passkeysContract.startPasskeyCode, (ctx) => startPasskeyCode(accounts, ctx));
  serve(mount, passkeysContract.passkeyCode, (ctx, { body }, exchange) =>
    passkeyCode(accounts, ctx, body.answer, exchange),
  );
  serve(mount, passkeysContract.readTwoFactor, (ctx) => readTwoFactor(accounts, ctx));
  serve(mount, passkeysContract.turnOnTwoFactorByPasskey, (ctx, { body }, exchange) =>
    turnOnByPasskey(accounts, ctx, body, exchange),
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
  serve(mount, organizationContract.deleteOrganization, (ctx, { body }, exchange) =>
    deleteOrganization(accounts, ctx, body, exchange),
  );
  serve(mount, clientsContract.listClients, async (ctx, { query }) => {
    const { items, ...rest } = await clients.listClients(ctx, query);
    return { items: items.map(presentClient), ...rest };
  });
  serve(mount, clientsContract.createClient, async (ctx, { body }) =>
    presentClient(await clients.createClient(ctx, body)),
  );
  serve(mount, clientsContract.updateClient, async (ctx, { params, body }) =>
    presentClient(await clients.updateClient(accounts, ctx, params.clientId, body)),
  );
  serve(mount, clientsContract.readClientArchive, (ctx, { params }) => readArchive(accounts, ctx, params.clientId));
  serve(mount, clientsContract.archiveClient, async (ctx, { params, body }) =>
    presentClient(await archiveClient(accounts, ctx, params.clientId, body.forms)),
  );
  serve(mount, clientsContract.restoreClient, async (ctx, { params }) =>
    presentClient(await restoreClient(accounts, ctx, params.clientId)),
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
  serve(mount, teamContract.handOver, async (ctx, { params, body }, exchange) =>
    presentMember(await handOver(accounts, ctx, { to: params.memberId, proof: body }, exchange)),
  );
  serve(mount, teamContract.listInvitations, async (ctx, { query }) => {
    const { items, ...rest } = await findInvitations(ctx, query);
    return { items: items.map(presentInvitation), ...rest };
  });
  serve(mount, teamContract.inviteMember, async (ctx, { body }) =>
    presentInvitation(await invitations.invite(accounts, ctx, body)),
  );
  serve(mount, teamContract.checkInvitations, (ctx, { body }) => checkInvitations(accounts, ctx, body.emails));
  serve(mount, teamContract.inviteMembers, (ctx, { body }) => inviteMany(accounts, ctx, body));
  serve(mount, teamContract.resendInvitation, async (ctx, { params }) =>
    presentInvitation(await invitations.resendInvitation(accounts, ctx, params.invitationId)),
  );
  serve(mount, teamContract.revokeInvitation, (ctx, { params }) =>
    invitations.revokeInvitation(ctx, params.invitationId),
  );
}

function brandRoutes(mount: Mount, { config, storage }: ServedAccounts): void {
  serve(mount, brandContract.readBrand, async (ctx, { query }) =>
    presentBrand(config.PUBLIC_URL, await readBrand(ctx, query.clientId)),
  );
  serve(mount, brandContract.updateBrand, async (ctx, { params, body }) =>
    presentBrand(config.PUBLIC_URL, await updateBrand(storage, ctx, params.brandId, body)),
  );
  serve(mount, brandContract.uploadBrandLogo, (ctx, { upload }) => uploadLogo(storage, ctx, upload));
}

function legalRoutes(mount: Mount, { config }: Accounts): void {
  const textOf = readLegalTexts(config);
  serve(mount, legalContract.readLegalText, (_visitor, { query }) => ({ text: textOf(query.page, query.locale) }));
  serve(mount, legalContract.readOperator, () => ({ email: config.OPERATOR_EMAIL ?? null }));
}

function whiteLabelRoutes(mount: Mount, accounts: ServedAccounts): void {
  const { PUBLIC_URL: publicUrl } = accounts.config;
  serve(mount, productContract.readProduct, async (_visitor, _input, { headers }) => ({
    product: await productOfHost(accounts, headers.get('host') ?? ''),
  }));
  serve(mount, whiteLabelContract.readWhiteLabel, async (ctx) =>
    presentWhiteLabel(publicUrl, await readWhiteLabel(ctx)),
  );
  serve(mount, whiteLabelContract.updateWhiteLabel, async (ctx, { body }) =>
    presentWhiteLabel(publicUrl, await updateWhiteLabel(accounts, ctx, body)),
  );
  serve(mount, whiteLabelContract.uploadProductLogo, (ctx, { upload }) =>
    uploadProductLogo(accounts.storage, ctx, upload),
  );
}

function guestRoutes(mount: Mount, accounts: ServedAccounts): void {
  const { PUBLIC_URL } = accounts.config;
  serve(mount, guestsContract.listGuestLinks, async (ctx, { params }) => ({
    items: (await guestLinks.listGuestLinks(ctx, params.clientId)).map(presentGuestLink),
  }));
  serve(mount, guestsContract.createGuestLink, async (ctx, { params, body }) => {
    const { link, token } = await guestLinks.createGuestLink(ctx, params.clientId, body);
    const origin = await dashboardOriginOf(accounts, ctx.organizationId);
    return { ...presentGuestLink(link), url: guestAddress(origin, token) };
  });
  serve(mount, guestsContract.endGuestLink, (ctx, { params }) => guestLinks.endGuestLink(ctx, params.guestLinkId));
  serve(mount, guestsContract.readGuestLink, async (_visitor, { body }, exchange) => {
    const row = await guestAccess.readGuestLink(accounts, body.token, exchange);
    return { ...presentGuestView(PUBLIC_URL, row), isOpen: row.is_open };
  });
  serve(mount, guestsContract.openGuestLink, (_visitor, { body }, exchange) =>
    guestAccess.openGuestLink({ ...accounts, cookies: mount.cookies }, body.token, exchange),
  );
  serve(mount, guestsContract.leaveGuestLink, (ctx, _input, exchange) =>
    guestAccess.leaveGuestLink(mount.cookies, ctx, exchange),
  );
}
