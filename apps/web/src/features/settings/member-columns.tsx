import { useQuery } from '@tanstack/react-query';
import { roles } from '@waggle/contracts/roles';
import type { Member } from '@waggle/contracts/team';
import { Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery, useHolds, useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast-store.ts';
import { useClientLimitText } from './client-limit.ts';
import { useUpdateMember } from './queries.ts';

export function useMemberColumns(edit: (member: Member) => void): Column<Member>[] {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('team:manage');
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';

  return useMemo(() => {
    const columns: Column<Member>[] = [
      {
        id: 'name',
        header: t('team.name'),
        sortable: true,
        primary: true,
        cell: (member) => <NameCell member={member} />,
      },
      { id: 'role', header: t('team.role'), width: '11rem', cell: (member) => <RoleCell member={member} /> },
      { id: 'client', header: t('team.client'), width: '12rem', cell: (member) => <ClientCell member={member} /> },
      {
        id: 'lastSeen',
        header: t('team.lastSeen'),
        width: '8rem',
        cell: (member) => <LastSeen at={member.lastSeenAt} />,
      },
      {
        id: 'actions',
        header: t('actions'),
        hideHeader: true,
        align: 'end',
        width: '3.5rem',
        cell: (member) => (
          <IconButton label={t('team.editOne', { name: member.name })} icon={Pencil} onClick={() => edit(member)} />
        ),
      },
    ];
    return columns.filter(({ id }) => (id !== 'actions' || mayManage) && (id !== 'client' || isAgency));
  }, [t, edit, mayManage, isAgency]);
}

function NameCell({ member }: { member: Member }) {
  const { t } = useTranslation('settings');
  const own = useUser().id === member.id;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={member.name || member.email} src={member.photoUrl ?? undefined} size={28} />
      <span className="min-w-0">
        <span className="flex items-center gap-2 text-ink">
          {member.name}
          {own && <Badge dot={false}>{t('team.you')}</Badge>}
          {member.isOwner && (
            <Badge tone="accent" dot={false}>
              {t('owner.badge')}
            </Badge>
          )}
        </span>
        <span className="block text-xs font-normal text-subtle">{member.email}</span>
      </span>
    </span>
  );
}

/** Changes at once; the server keeps the last ADMIN and the owner where they are. */
export function useMemberChange(member: Member) {
  const { t } = useTranslation('settings');
  const update = useUpdateMember();
  return (change: Partial<Pick<Member, 'role' | 'clientIds'>>) =>
    runMutation(
      update,
      { memberId: member.id, ...change },
      {
        onSuccess: () => toast({ tone: 'success', title: t('team.changed'), description: member.name }),
        onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
      },
    );
}

export function RoleName({ member }: { member: Member }) {
  const { t } = useTranslation('settings');
  return t(`roles.${member.role}`);
}

/** On phones, where a row has no badge. */
export function RoleOrOwner({ member }: { member: Member }) {
  const { t } = useTranslation('settings');
  return member.isOwner ? t('owner.badge') : t(`roles.${member.role}`);
}

function RoleCell({ member }: { member: Member }) {
  const { t } = useTranslation('settings');
  const change = useMemberChange(member);
  if (!useHolds('team:manage') || member.isOwner) return <RoleName member={member} />;
  return (
    <Select
      aria-label={t('team.roleOf', { name: member.name })}
      size="sm"
      value={member.role}
      onValueChange={(value) => {
        const role = roles.find((one) => one === value);
        if (role && role !== member.role) change(role === 'ADMIN' ? { role, clientIds: [] } : { role });
      }}
      options={roles.map((value) => ({ value, label: t(`roles.${value}`), description: t(`roleTexts.${value}`) }))}
    />
  );
}

function ClientCell({ member }: { member: Member }) {
  return <span className="line-clamp-2">{useClientLimitText()(member.clientIds)}</span>;
}

function LastSeen({ at }: { at: string | null }) {
  const { t } = useTranslation('settings');
  return at ? <Time at={at} /> : t('team.never');
}
