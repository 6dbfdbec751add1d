import { randomBytes } from 'node:crypto';
import type * as accounts from '@waggle/contracts/accounts';
import type * as joining from '@waggle/contracts/joining';
import type * as organization from '@waggle/contracts/organization';
import { endpoints } from '@waggle/contracts/all';
import type * as audit from '@waggle/contracts/audit';
import type * as campaigns from '@waggle/contracts/campaigns';
import type * as clients from '@waggle/contracts/clients';
import type * as contactBatches from '@waggle/contracts/contact-batches';
import type * as contactFields from '@waggle/contracts/contact-fields';
import type * as contacts from '@waggle/contracts/contacts';
import type * as dashboard from '@waggle/contracts/dashboard';
import type { CallInput, Endpoint } from '@waggle/contracts/endpoint';
import type * as imports from '@waggle/contracts/imports';
import type * as profile from '@waggle/contracts/profile';
import type * as sending from '@waggle/contracts/sending';
import type * as qrCodes from '@waggle/contracts/qr-codes';
import type * as segments from '@waggle/contracts/segments';
import type * as suppressions from '@waggle/contracts/suppressions';
import type * as tags from '@waggle/contracts/tags';
import type * as team from '@waggle/contracts/team';
import { invitationToken } from '../../src/features/accounts/team/invitation-token.ts';
import { goodPassword } from '../harness/people.ts';
import type { Answer, TestApi } from '../harness/test-api.ts';
import {
  type Guest,
  type House,
  importContent,
  insertCampaign,
  insertInvitation,
  openSession,
  redPixel,
  seatPerson,
} from './house.ts';
import { confirmation } from './confirmation.ts';
import { startTwoFactor, turnTwoFactorOn } from './second-factor.ts';
import {
  campaignInSight,
  clientInSight,
  codeInSight,
  contactInSight,
  importInSight,
  rowsInSight,
  sendingInSight,
  tagRule,
} from './in-sight.ts';
import { type Input, wire } from './slots.ts';

type Contracts = typeof accounts &
  typeof joining &
  typeof organization &
  typeof profile &
  typeof clients &
  typeof team &
  typeof contacts &
  typeof contactBatches &
  typeof contactFields &
  typeof suppressions &
  typeof segments &
  typeof imports &
  typeof tags &
  typeof sending &
  typeof campaigns &
  typeof qrCodes &
  typeof dashboard &
  typeof audit;
type Declared = Extract<Contracts[keyof Contracts], Endpoint>;

/** Where a call is made: whose house, and who is about to call. */
export type Scene = { api: TestApi; house: House; guest: Guest };

type Samples = { [E in Declared as E['name']]: (scene: Scene) => CallInput<E> | Promise<CallInput<E>> };

const fresh = () => randomBytes(6).toString('hex');
const newPassword = { password: 'copper lantern 9', confirmPassword: 'copper lantern 9' };

/**
 * A call of every endpoint that would work for somebody with the right. All matrices are made from it, and a new
 * endpoint without one stops the build.
 */
export const samples: Samples = {
  'auth.me': () => ({}),
  'installation.read': () => ({}),
  'auth.login': ({ house }) => ({ body: { email: house.people.ADMIN.email, password: goodPassword } }),
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
  'auth.set-active-client': ({ house }) => ({ body: { clientId: house.clients.x } }),
  'auth.forgot-password': ({ house }) => ({ body: { email: house.people.ADMIN.email } }),
  'auth.reset-password': () => ({ body: { token: randomBytes(18).toString('base64url'), ...newPassword } }),
  'auth.read-invitation': async (scene) => ({ body: { token: await openInvitation(scene) } }),
  'auth.accept-invitation': async (scene) => ({
    body: { token: await openInvitation(scene), name: 'Invited Person', ...newPassword },
  }),
  'organization.read': () => ({}),
  'organization.update': () => ({ body: { name: 'Another Name', timezone: 'Europe/Paris' } }),
  'organization.delete': ({ house }) => ({ body: { name: house.name, password: goodPassword } }),
  'profile.update': () => ({ body: { name: 'Another Name', locale: 'fr', theme: 'dark' } }),
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
  'clients.list': () => ({ query: { limit: 100, sort: '-createdAt' } }),
  'clients.create': () => ({ body: { name: `Client ${fresh()}`, email: null } }),
  'clients.update': ({ house }) => ({ params: { clientId: house.clients.x }, body: { name: 'Another Client' } }),
  'team.members': () => ({ query: { limit: 100 } }),
  'team.update-member': async ({ api, house }) => ({
    params: { memberId: (await seatPerson(api, house, 'USER', fresh())).id },
    body: { role: 'VIEWER', clientId: house.clients.x },
  }),
  'team.remove-member': async ({ api, house }) => ({
    params: { memberId: (await seatPerson(api, house, 'USER', fresh())).id },
  }),
  'team.invitations': () => ({ query: { limit: 100 } }),
  'team.invite': ({ house }) => ({
    body: { email: `${fresh()}@${house.mark}.example`, role: 'USER', clientId: house.clients.x },
  }),
  'team.resend-invitation': async ({ api, house }) => ({
    params: { invitationId: await insertInvitation(api, house, null) },
  }),
  'team.revoke-invitation': async ({ api, house }) => ({
    params: { invitationId: await insertInvitation(api, house, null) },
  }),
  'contacts.list': async (scene) => {
    const { tag, segment } = await rowsInSight(scene);
    return { query: { limit: 100, tagId: tag, segmentId: segment } };
  },
  'contacts.count': async (scene) => {
    const { tag, segment } = await rowsInSight(scene);
    return { query: { tagId: tag, segmentId: segment } };
  },
  'contacts.summary': () => ({}),
  'contacts.create': ({ house }) => ({
    body: { email: `${fresh()}@${house.mark}.example`, firstName: 'New', lastName: 'Contact', phone: null },
  }),
  'contacts.read': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contacts.update': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { email: `${fresh()}@${scene.house.mark}.example`, status: 'lead' },
  }),
  'contacts.delete': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contacts.add-tag': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { tagId: (await contactInSight(scene)).tag },
  }),
  'contacts.remove-tag': async (scene) => {
    const { contact, tag } = await contactInSight(scene);
    return { params: { contactId: contact, tagId: tag } };
  },
  'contacts.merge': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { otherId: (await contactInSight(scene)).contact },
  }),
  'contacts.activity': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    query: { limit: 100 },
  }),
  'contacts.data': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'contacts.erase': async (scene) => {
    const { contact, email } = await contactInSight(scene);
    return { params: { contactId: contact }, body: { email } };
  },
  'contacts.export': async (scene) => {
    const { tag, segment } = await rowsInSight(scene);
    return { query: { fields: 'email,tags', tagId: tag, segmentId: segment } };
  },
  'contact-batches.start': async (scene) => {
    const { contact, tag } = await contactInSight(scene);
    return { body: { action: 'untag', tagId: tag, ids: [contact] } };
  },
  'contact-batches.list': () => ({}),
  'contact-batches.read': async (scene) => ({ params: { batchId: (await rowsInSight(scene)).batch } }),
  'contact-batches.undo': async (scene) => ({ params: { batchId: (await rowsInSight(scene)).batch } }),
  'contact-fields.list': () => ({}),
  'contact-fields.create': () => ({ body: { label: `Field ${fresh()}`, type: 'choice', options: ['One', 'Two'] } }),
  'contact-fields.update': async (scene) => ({
    params: { fieldId: (await rowsInSight(scene))['contact-field'] },
    body: { label: `Field ${fresh()}` },
  }),
  'contact-fields.delete': async (scene) => ({ params: { fieldId: (await rowsInSight(scene))['contact-field'] } }),
  'suppressions.list': () => ({ query: { limit: 100 } }),
  'suppressions.add': ({ house }) => ({ body: { address: `${fresh()}@${house.mark}.example` } }),
  'suppressions.lift': async (scene) => ({ params: { suppressionId: (await rowsInSight(scene)).suppression } }),
  'consents.list': async (scene) => ({ params: { contactId: (await contactInSight(scene)).contact } }),
  'consents.record': async (scene) => ({
    params: { contactId: (await contactInSight(scene)).contact },
    body: { channel: 'email', state: 'granted', basis: 'Signed at the fair' },
  }),
  'segments.list': () => ({ query: { limit: 100 } }),
  'segments.create': async (scene) => ({ body: { name: `Segment ${fresh()}`, rules: await tagRule(scene) } }),
  'segments.read': async (scene) => ({ params: { segmentId: (await rowsInSight(scene)).segment } }),
  'segments.update': async (scene) => ({
    params: { segmentId: (await rowsInSight(scene)).segment },
    body: { name: `Segment ${fresh()}`, rules: await tagRule(scene) },
  }),
  'segments.delete': async (scene) => ({ params: { segmentId: (await rowsInSight(scene)).segment } }),
  'segments.count': async (scene) => ({ params: { segmentId: (await rowsInSight(scene)).segment } }),
  'segments.preview': async (scene) => ({ body: { rules: await tagRule(scene) } }),
  'segments.why': async (scene) => {
    const { segment, contact } = await rowsInSight(scene);
    return { params: { segmentId: segment, contactId: contact } };
  },
  'imports.list': () => ({ query: { limit: 100 } }),
  'imports.create': async ({ api, house }) => {
    // Other samples leave unfinished ones behind, of which an organization may have ten.
    await api.db.owner.query(`delete from imports where organization_id = $1 and state <> 'done' and id <> all($2)`, [
      house.organizationId,
      [house.ids.import, house.otherClientIds.import],
    ]);
    return { body: { name: `${house.mark}.csv`, bytes: 100 } };
  },
  'imports.upload': async (scene) => ({
    params: { importId: await importInSight(scene, 'uploading'), part: 0 },
    upload: importContent(scene.house, clientInSight(scene)),
  }),
  'imports.open': async (scene) => ({ params: { importId: await importInSight(scene, 'uploading') }, body: {} }),
  'imports.check': async (scene) => ({
    params: { importId: await importInSight(scene, 'uploaded') },
    body: { columns: [{ to: 'email' }, { to: 'firstName' }], tagIds: [(await contactInSight(scene)).tag] },
  }),
  'imports.start': async (scene) => ({ params: { importId: await importInSight(scene, 'checked') } }),
  'imports.read': async (scene) => ({ params: { importId: await importInSight(scene, 'done') } }),
  'imports.cancel': async (scene) => ({ params: { importId: await importInSight(scene, 'uploaded') } }),
  'imports.errors': async (scene) => ({ params: { importId: await importInSight(scene, 'done') } }),
  'imports.undo': async (scene) => ({ params: { importId: await importInSight(scene, 'done') } }),
  'imports.kept': async (scene) => ({ params: { importId: await importInSight(scene, 'done') }, query: {} }),
  'tags.merge': async (scene) => ({
    params: { tagId: (await contactInSight(scene)).tag },
    body: { intoId: (await contactInSight(scene)).tag },
  }),
  'tags.list': () => ({ query: { limit: 100 } }),
  'tags.create': () => ({ body: { name: `Tag ${fresh()}`, color: '#10B981' } }),
  'tags.update': async (scene) => ({
    params: { tagId: (await contactInSight(scene)).tag },
    body: { name: `Tag ${fresh()}`, color: '#EF4444' },
  }),
  'tags.delete': async (scene) => ({ params: { tagId: (await contactInSight(scene)).tag } }),
  'sending.domains': () => ({}),
  'sending.add-domain': ({ house }) => ({ body: { domain: `${fresh()}.${house.mark}.example` } }),
  'sending.check-domain': async (scene) => ({ params: { domainId: (await sendingInSight(scene))['sending-domain'] } }),
  'sending.rotate-keys': async (scene) => ({ params: { domainId: (await sendingInSight(scene))['sending-domain'] } }),
  'sending.end-warm-up': async (scene) => ({ params: { domainId: (await sendingInSight(scene))['sending-domain'] } }),
  'sending.delete-domain': async (scene) => {
    const { sender, 'sending-domain': domainId } = await sendingInSight(scene);
    await scene.api.db.owner.query('delete from senders where id = $1', [sender]);
    return { params: { domainId } };
  },
  'sending.senders': () => ({}),
  'sending.create-sender': async (scene) => ({
    body: { fromName: 'Another Sender', fromEmail: `${fresh()}@${(await sendingInSight(scene)).domainName}` },
  }),
  'sending.update-sender': async (scene) => ({
    params: { senderId: (await sendingInSight(scene)).sender },
    body: { fromName: 'Another Name', replyTo: `${fresh()}@${scene.house.mark}.example` },
  }),
  'sending.delete-sender': async (scene) => ({ params: { senderId: (await sendingInSight(scene)).sender } }),
  'sending.connections': () => ({}),
  'sending.create-connection': () => ({
    body: { name: `Connection ${fresh()}`, host: '127.0.0.1', port: 1, tls: 'none', username: 'me', secret: fresh() },
  }),
  'sending.update-connection': async (scene) => ({
    params: { connectionId: (await sendingInSight(scene)).connection },
    body: { name: `Connection ${fresh()}` },
  }),
  'sending.delete-connection': async (scene) => ({
    params: { connectionId: (await sendingInSight(scene)).connection },
  }),
  'sending.check-connection': async (scene) => ({
    params: { connectionId: (await sendingInSight(scene)).connection },
  }),
  'sending.test': async (scene) => {
    const { sender, connection } = await sendingInSight(scene);
    return { body: { senderId: sender, connectionId: connection } };
  },
  'sending.address': () => ({}),
  'sending.save-address': () => ({ body: { postalAddress: '1 High Street\nBristol' } }),
  'qr-codes.list': () => ({ query: { limit: 100 } }),
  'qr-codes.create': async (scene) => ({
    body: {
      name: 'Window',
      targetUrl: 'https://www.example.com/menu',
      design: { logoId: (await codeInSight(scene))['qr-logo'] },
    },
  }),
  'qr-codes.read': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'qr-codes.update': async (scene) => {
    const { 'qr-code': qrCodeId, 'qr-logo': logoId } = await codeInSight(scene);
    return { params: { qrCodeId }, body: { targetUrl: 'https://www.example.com/dinner', design: { logoId } } };
  },
  'qr-codes.delete': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'qr-codes.image': async (scene) => ({
    params: { qrCodeId: (await codeInSight(scene))['qr-code'] },
    query: { format: 'svg' },
  }),
  'qr-codes.preview': async (scene) => {
    const { 'qr-code': qrCodeId, 'qr-logo': logoId } = await codeInSight(scene);
    return { body: { qrCodeId, design: { logoId } } };
  },
  'qr-codes.upload-logo': () => ({ upload: redPixel }),
  'qr-codes.targets': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'qr-codes.stats': async (scene) => ({ params: { qrCodeId: (await codeInSight(scene))['qr-code'] }, query: {} }),
  'campaigns.list': () => ({ query: { limit: 100 } }),
  'campaigns.create': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const { sender, connection } = await sendingInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    return {
      body: {
        clientId: clientInSight(scene),
        name: 'Spring',
        subject: 'Spring is here',
        htmlContent: '<p>Hello</p>',
        recipients: { type: 'segments', ...named, exclude: named },
        senderId: sender,
        connectionId: connection,
      },
    };
  },
  'campaigns.read': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.update': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const { sender, connection } = await sendingInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    const body = {
      name: 'Summer',
      recipients: { type: 'segments', ...named, exclude: named },
      senderId: sender,
      connectionId: connection,
    } as const;
    return { params: await campaignInSight(scene), body };
  },
  'campaigns.status': async (scene) => ({
    params: await campaignInSight(scene, 'ACTIVE'),
    body: { status: 'PAUSED' },
  }),
  'campaigns.delete': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.audience': async (scene) => {
    const { contact, tag, segment } = await rowsInSight(scene);
    const named = { tagIds: [tag], segmentIds: [segment], contactIds: [contact] };
    return { body: { clientId: clientInSight(scene), recipients: { type: 'segments', ...named, exclude: named } } };
  },
  'campaigns.send': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.cancel': async (scene) => ({ params: await campaignInSight(scene, 'ACTIVE') }),
  'campaigns.retry': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.recipients': async (scene) => ({
    params: await campaignInSight(scene, 'COMPLETED'),
    query: { limit: 100 },
  }),
  'campaigns.links': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'campaigns.settle': async (scene) => {
    const { campaign, contact } = await insertCampaign(scene.api, scene.house, clientInSight(scene), {
      status: 'COMPLETED',
    });
    return { params: { campaignId: campaign }, body: { contactIds: [contact], as: 'accepted' } };
  },
  'campaigns.test': async (scene) => ({ params: await campaignInSight(scene) }),
  'campaigns.proof': async (scene) => ({ params: await campaignInSight(scene, 'COMPLETED') }),
  'dashboard.start': () => ({}),
  'audit.list': ({ house }) => ({ query: { limit: 100, personId: house.people.USER.id } }),
  'audit.people': () => ({}),
  'audit.export': ({ house }) => ({ query: { personId: house.people.USER.id } }),
};

/** Samples that are well formed but need a secret from a mailbox or an earlier step; they answer this instead. */
export const refusedSamples: Partial<Record<keyof Samples, number[]>> = {
  'auth.two-factor': [400, 410],
  'auth.reset-password': [410],
};

export const sampleOf = (endpoint: Endpoint, scene: Scene): Promise<Input> =>
  Promise.resolve((samples as Record<string, (scene: Scene) => Input | Promise<Input>>)[endpoint.name]!(scene));

export const writes = endpoints.filter(({ method }) => method !== 'GET');
export const reads = endpoints.filter(({ method }) => method === 'GET');

export function call(
  caller: Pick<Guest, 'request'>,
  endpoint: Endpoint,
  input: Input,
  headers?: Record<string, string>,
): Promise<Answer> {
  const { method, url, body } = wire(endpoint, input);
  return caller.request(method, url, body, headers);
}

async function openInvitation({ api, house }: Scene): Promise<string> {
  const id = await insertInvitation(api, house, null);
  return invitationToken(api.config.SECRET_KEY, { organizationId: house.organizationId, id, version: 1 });
}
