import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@waggle/contracts/accounts';
import { listClientSetups } from '@waggle/contracts/client-setups';
import * as clients from '@waggle/contracts/clients';
import * as emailChange from '@waggle/contracts/email-change';
import type { CallInput, Endpoint, ReplyOf } from '@waggle/contracts/endpoint';
import * as notifications from '@waggle/contracts/notifications';
import * as organization from '@waggle/contracts/organization';
import * as profile from '@waggle/contracts/profile';
import * as team from '@waggle/contracts/team';
import { accountKeys, forgetSession, noteTwoFactor } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';

type Query<E extends Endpoint> = NonNullable<CallInput<E>['query']>;
export type Body<E extends Endpoint> = CallInput<E>['body'];

export const settingsKeys = {
  sessions: ['sessions'] as const,
  passkeys: ['passkeys'] as const,
  twoFactor: ['two-factor'] as const,
  members: ['team', 'members'] as const,
  invitations: ['team', 'invitations'] as const,
  clients: ['clients'] as const,
  schedules: ['organization-schedules'] as const,
  notificationChoices: ['notification-choices'] as const,
};

export const sessionsQuery = queryOptions({
  queryKey: settingsKeys.sessions,
  queryFn: ({ signal }) => call(profile.listSessions, {}, signal),
  refetchOnMount: 'always',
});

/** Asked again whenever somebody comes back: the links are opened in a mailbox, perhaps on another device. */
export const emailChangeQuery = queryOptions({
  queryKey: accountKeys.emailChange,
  queryFn: ({ signal }) => call(emailChange.readEmailChange, {}, signal),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

export const useRequestEmailChange = () =>
  useChange(
    (body: Body<typeof emailChange.requestEmailChange>) => call(emailChange.requestEmailChange, { body }),
    [accountKeys.emailChange],
  );

export const useResendEmailChange = () => useMutation({ mutationFn: () => call(emailChange.resendEmailChange) });

export const useCancelEmailChange = () =>
  useChange(() => call(emailChange.cancelEmailChange), [accountKeys.emailChange]);

export const membersQuery = (query: Query<typeof team.listMembers>) =>
  queryOptions({
    queryKey: [...settingsKeys.members, query],
    queryFn: ({ signal }) => call(team.listMembers, { query }, signal),
    placeholderData: keepPreviousData,
  });

/** More than a hundred open invitations are shown in part; each answer makes room. */
export const invitationsQuery = queryOptions({
  queryKey: settingsKeys.invitations,
  queryFn: ({ signal }) => call(team.listInvitations, { query: { limit: 100 } }, signal),
});

export const clientsQuery = (query: Query<typeof clients.listClients>) =>
  queryOptions({
    queryKey: [...settingsKeys.clients, 'list', query],
    queryFn: ({ signal }) => call(clients.listClients, { query }, signal),
    placeholderData: keepPreviousData,
  });

/** Domains are checked by the worker, so it is asked anew each time. */
export const clientSetupsQuery = (query: Query<typeof listClientSetups>) =>
  queryOptions({
    queryKey: [...settingsKeys.clients, 'setups', query],
    queryFn: ({ signal }) => call(listClientSetups, { query }, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export type Archive = ReplyOf<typeof clients.readClientArchive>;

/** Asked each time: what is under way changes by itself. */
export const archiveQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...settingsKeys.clients, 'archive', clientId],
    queryFn: ({ signal }) => call(clients.readClientArchive, { params: { clientId } }, signal),
    refetchOnMount: 'always',
    staleTime: 0,
  });

/** Runs a change and reads again what it made stale. */
export function useChange<Input, Reply>(
  change: (input: Input) => Promise<Reply>,
  stale: readonly (readonly string[])[],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Asked when somebody chooses another zone. */
export const schedulesQuery = queryOptions({
  queryKey: settingsKeys.schedules,
  queryFn: ({ signal }) => call(organization.countSchedules, {}, signal),
  refetchOnMount: 'always',
});

/** Days, schedules and the zone times are shown in may all have moved, so whatever is on screen is asked again. */
export function useUpdateOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof organization.updateOrganization>) => call(organization.updateOrganization, { body }),
    onSuccess: () => client.invalidateQueries(),
  });
}

export function useDeleteOrganization() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof organization.deleteOrganization>) => call(organization.deleteOrganization, { body }),
    onSuccess: () => forgetSession(client),
  });
}

/** The picture is in the user block, the team list and notes. */
function usePhotoChange<Input>(change: (input: Input) => Promise<User>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (user) => {
      client.setQueryData(accountKeys.session, user);
      const stale = [settingsKeys.members, ['contacts']];
      return Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

export const useUploadPhoto = () => usePhotoChange((file: Blob) => call(profile.uploadPhoto, { upload: file }));

export const useRemovePhoto = () => usePhotoChange(() => call(profile.removePhoto));

/** Every other session ends with the old password. */
export const useChangePassword = () =>
  useChange(
    (body: Body<typeof profile.changePassword>) => call(profile.changePassword, { body }),
    [settingsKeys.sessions],
  );

export const useEndSession = () =>
  useChange((sessionId: string) => call(profile.endSession, { params: { sessionId } }), [settingsKeys.sessions]);

export const useEndOtherSessions = () => useChange(() => call(profile.endOtherSessions), [settingsKeys.sessions]);

export const useStartTwoFactor = () =>
  useMutation({ mutationFn: (body: Body<typeof profile.startTwoFactor>) => call(profile.startTwoFactor, { body }) });

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: (body: Body<typeof profile.renewRecoveryCodes>) => call(profile.renewRecoveryCodes, { body }),
  });

export function useConfirmTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof profile.confirmTwoFactor>) => call(profile.confirmTwoFactor, { body }),
    onSuccess: async () => {
      noteTwoFactor(client, true);
      await client.invalidateQueries({ queryKey: settingsKeys.twoFactor });
    },
  });
}

export function useDisableTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof profile.disableTwoFactor>) => call(profile.disableTwoFactor, { body }),
    onSuccess: async () => {
      noteTwoFactor(client, false);
      await client.invalidateQueries({ queryKey: settingsKeys.twoFactor });
    },
  });
}

type MemberChange = { memberId: string } & NonNullable<Body<typeof team.updateMember>>;

export const useUpdateMember = () =>
  useChange(
    ({ memberId, ...body }: MemberChange) => call(team.updateMember, { params: { memberId }, body }),
    [settingsKeys.members],
  );

export const useRemoveMember = () =>
  useChange((memberId: string) => call(team.removeMember, { params: { memberId } }), [settingsKeys.members]);

type HandOver = { memberId: string } & NonNullable<Body<typeof team.handOver>>;

/** Whoever handed over may no longer delete the organization, so the session is read again too. */
export const useHandOver = () =>
  useChange(
    ({ memberId, ...body }: HandOver) => call(team.handOver, { params: { memberId }, body }),
    [settingsKeys.members, accountKeys.session],
  );

export const useInviteMember = () =>
  useChange((body: Body<typeof team.inviteMember>) => call(team.inviteMember, { body }), [settingsKeys.invitations]);

export const useCheckInvitations = () =>
  useMutation({
    mutationFn: (body: Body<typeof team.checkInvitations>) => call(team.checkInvitations, { body }),
  });

export const useInviteMembers = () =>
  useChange((body: Body<typeof team.inviteMembers>) => call(team.inviteMembers, { body }), [settingsKeys.invitations]);

export const useResendInvitation = () =>
  useChange(
    (invitationId: string) => call(team.resendInvitation, { params: { invitationId } }),
    [settingsKeys.invitations],
  );

export const useRevokeInvitation = () =>
  useChange(
    (invitationId: string) => call(team.revokeInvitation, { params: { invitationId } }),
    [settingsKeys.invitations],
  );

type ClientChange = { clientId: string } & NonNullable<Body<typeof clients.updateClient>>;

export const useUpdateClient = () =>
  useChange(
    ({ clientId, ...body }: ClientChange) => call(clients.updateClient, { params: { clientId }, body }),
    [settingsKeys.clients, accountKeys.session],
  );

/** Campaigns, reports and forms of the client stop, and whoever works in it must choose another: all on screen is asked again. */
function useArchiveChange<Input>(change: (input: Input) => Promise<clients.Client>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries() });
}

type ArchiveChange = { clientId: string; forms: clients.FormsChoice };

export const useArchiveClient = () =>
  useArchiveChange(({ clientId, forms }: ArchiveChange) =>
    call(clients.archiveClient, { params: { clientId }, body: { forms } }),
  );

export const useRestoreClient = () =>
  useArchiveChange((clientId: string) => call(clients.restoreClient, { params: { clientId } }));

export const notificationChoicesQuery = queryOptions({
  queryKey: settingsKeys.notificationChoices,
  queryFn: ({ signal }) => call(notifications.readChoices, {}, signal),
});

type Choices = ReplyOf<typeof notifications.readChoices>;

/** The switch moves at once, and back when the server refuses. */
export function useSaveNotificationChoice() {
  const client = useQueryClient();
  const { queryKey } = notificationChoicesQuery;
  return useMutation({
    mutationFn: (body: NonNullable<Body<typeof notifications.saveChoice>>) => call(notifications.saveChoice, { body }),
    onMutate: ({ kind, channel, on }) => {
      client.setQueryData<Choices>(
        queryKey,
        (now) => now && { ...now, choices: { ...now.choices, [kind]: { ...now.choices[kind], [channel]: on } } },
      );
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
