import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '@waggle/contracts/team';
import { useHolds } from '#features/accounts/index.ts';
import { useListAddress } from '#lib/list-address.ts';
import { ListView } from '#lib/list-view.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import type { PhoneRow } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleOrOwner, useMemberColumns } from './member-columns.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { membersQuery } from './queries.ts';
import { Section } from './section.tsx';

export function TeamSection() {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('team:manage');
  const { invite = false } = useSearch({ from: '/dashboard/settings/team' });
  const navigate = useNavigate({ from: '/dashboard/settings/team' });
  const setInviting = (open: boolean) =>
    void navigate({ search: (now) => ({ ...now, invite: open || undefined }), replace: true });

  return (
    <Section
      title={t('sections.team')}
      description={t(mayManage ? 'team.text' : 'team.readOnly')}
      actions={
        mayManage && (
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {t('team.invite')}
          </Button>
        )
      }
    >
      <Members />
      <Invitations />
      {mayManage && invite && <InviteDialog onClose={() => setInviting(false)} />}
    </Section>
  );
}

const byId = (member: Member) => member.id;

const phoneRow = (member: Member): PhoneRow => ({
  leading: <Avatar name={member.name || member.email} src={member.photoUrl ?? undefined} />,
  title: member.name,
  subtitle: member.email,
  aside: <RoleOrOwner member={member} />,
});

function Members() {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('team:manage');
  const list = useListAddress(['name', '-name', 'createdAt', '-createdAt']);
  const members = useQuery(membersQuery(list.query));
  const [edited, setEdited] = useState<Member>();
  const columns = useMemberColumns(setEdited);

  return (
    <>
      <ListView
        page={members}
        list={list}
        label={t('team.members')}
        searchLabel={t('team.search')}
        failedTitle={t('team.failed')}
        columns={columns}
        rowId={byId}
        onRowOpen={mayManage ? setEdited : undefined}
        density="roomy"
        phoneRow={phoneRow}
        empty={<NobodyFound search={list.search} clear={() => list.setSearch('')} />}
      />
      {edited && <MemberDialog member={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function NobodyFound({ search, clear }: { search: string; clear: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <EmptyState title={t('team.nobody')} headingLevel={3} action={<Button onClick={clear}>{t('clearSearch')}</Button>}>
      {t('noMatch', { search })}
    </EmptyState>
  );
}
