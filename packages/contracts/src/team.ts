import { z } from 'zod';
import { Role } from './accounts.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, signInAddress } from './fields.ts';
import { Invitees, inviteeStates } from './invitees.ts';
import { listQuery, listReply } from './listing.ts';
import { ownPassword, passwordGuesses, secondFactorCode } from './profile.ts';

/** Clients one person can be limited to; whoever has more sees all. */
export const mostMemberClients = 50;

export const Member = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  photoUrl: z.string().nullable(),
  role: Role,
  /** One ADMIN of each organization: who alone may delete it or hand it over. */
  isOwner: z.boolean(),
  /** Those the person may work in, one at a time; none is all. */
  clientIds: z.array(z.uuid()),
  twoFactorEnabled: z.boolean(),
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
});
export type Member = z.infer<typeof Member>;

export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: Role,
  /** Those the person may work in, one at a time; none is all. */
  clientIds: z.array(z.uuid()),
  expiresAt: Instant,
  createdAt: Instant,
});
export type Invitation = z.infer<typeof Invitation>;

const memberPath = z.strictObject({ memberId: idOf('member') });
const invitationPath = z.strictObject({ invitationId: idOf('invitation') });
/** None: all clients. An ADMIN is never limited. */
const clientLimit = z
  .array(idOf('client'))
  .max(mostMemberClients, `Choose up to ${mostMemberClients} clients`)
  .transform((ids) => [...new Set(ids)]);

export const listMembers = endpoint({
  name: 'team.members',
  method: 'GET',
  path: '/api/team/members',
  needs: 'team:read',
  summary: 'The people of the organization.',
  query: listQuery(['name', '-name', 'createdAt', '-createdAt']),
  reply: listReply(Member),
});

export const updateMember = endpoint({
  name: 'team.update-member',
  method: 'PUT',
  path: '/api/team/members/:memberId',
  needs: 'team:manage',
  audit: { entity: 'member' },
  summary: 'Changes a role, or the clients a person is limited to. The last ADMIN and the owner stay ADMIN.',
  params: memberPath,
  body: z.strictObject({ role: Role.optional(), clientIds: clientLimit.optional() }),
  reply: Member,
});

export const removeMember = endpoint({
  name: 'team.remove-member',
  method: 'DELETE',
  path: '/api/team/members/:memberId',
  needs: 'team:manage',
  audit: { entity: 'member', after: true },
  summary: 'Removes a person and ends their sessions. The last ADMIN and the owner stay.',
  status: 204,
  params: memberPath,
  reply: NoReply,
});

export const handOver = endpoint({
  name: 'team.hand-over',
  method: 'POST',
  path: '/api/team/members/:memberId/hand-over',
  needs: 'team:manage',
  audit: { entity: 'member', after: true },
  summary: 'The owner hands the organization over to another ADMIN, with the own password. Both get an email.',
  params: memberPath,
  body: z.strictObject({
    password: ownPassword,
    /** Needed by people with two-factor authentication. */
    code: secondFactorCode.optional(),
  }),
  reply: Member,
  limits: passwordGuesses,
});

export const listInvitations = endpoint({
  name: 'team.invitations',
  method: 'GET',
  path: '/api/team/invitations',
  needs: 'team:read',
  summary: 'Invitations that wait for an answer.',
  query: listQuery(['-createdAt', 'createdAt']),
  reply: listReply(Invitation),
});

export const inviteMember = endpoint({
  name: 'team.invite',
  method: 'POST',
  path: '/api/team/invitations',
  needs: 'team:manage',
  audit: { entity: 'invitation' },
  summary: 'Invites a person by mail; the link is valid for 7 days.',
  status: 201,
  body: z.strictObject({ email: signInAddress(), role: Role.default('USER'), clientIds: clientLimit.default([]) }),
  reply: Invitation,
  limits: { rate: { points: 50, seconds: 3600, per: 'user' } },
});

export const checkInvitations = endpoint({
  name: 'team.check-invitations',
  method: 'POST',
  path: '/api/team/invitations/check',
  needs: 'team:manage',
  audit: { skip: 'reads' },
  summary: 'What inviting these addresses would do, one by one. Invites nobody.',
  body: z.strictObject({ emails: Invitees }),
  reply: z.object({ people: z.array(z.object({ email: z.string(), state: z.enum(inviteeStates) })) }),
  limits: { rate: { points: 120, seconds: 3600, per: 'user' } },
});

export const inviteMembers = endpoint({
  name: 'team.invite-many',
  method: 'POST',
  path: '/api/team/invitations/bulk',
  needs: 'team:manage',
  audit: { entity: 'invitation', affected: 'invited', after: true },
  summary:
    'Invites up to 50 people with one role. Answers for each address; who is a member or has an open invitation gets no email, so the call can be repeated.',
  body: z.strictObject({ emails: Invitees, role: Role.default('USER'), clientIds: clientLimit.default([]) }),
  reply: z.object({
    invited: z.number().int(),
    people: z.array(z.object({ email: z.string(), outcome: z.enum(['sent', ...inviteeStates]).exclude(['new']) })),
  }),
  limits: { rate: { points: 30, seconds: 3600, per: 'user' } },
});

export const resendInvitation = endpoint({
  name: 'team.resend-invitation',
  method: 'POST',
  path: '/api/team/invitations/:invitationId/resend',
  needs: 'team:manage',
  audit: { entity: 'invitation' },
  summary: 'Mails the invitation again with a new link; the old link stops working.',
  params: invitationPath,
  reply: Invitation,
  limits: { rate: { points: 50, seconds: 3600, per: 'user' } },
});

export const revokeInvitation = endpoint({
  name: 'team.revoke-invitation',
  method: 'DELETE',
  path: '/api/team/invitations/:invitationId',
  needs: 'team:manage',
  audit: { entity: 'invitation' },
  summary: 'Withdraws an invitation.',
  status: 204,
  params: invitationPath,
  reply: NoReply,
});
