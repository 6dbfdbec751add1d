import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '@waggle/contracts/team';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { invitationsQuery, useResendInvitation, useRevokeInvitation } from './queries.ts';

export function Invitations() {
  const { t } = useTranslation('settings');
  const invitations = useQuery(invitationsQuery);
  return (
    <Card title={t('invitations.title')} flush>
      {invitations.isPending && <SkeletonRows className="px-4.5" />}
      {invitations.isError && (
        <LoadError
          title={t('invitations.failed')}
          message={problemText(invitations.error)}
          retry={() => void invitations.refetch()}
        />
      )}
      {invitations.data?.items.length === 0 && (
        <p className="px-4.5 pb-4.5 text-sm text-subtle">{t('invitations.none')}</p>
      )}
      {invitations.data && (
        <ul>
          {invitations.data.items.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('team:manage');
  return (
    <li className="flex items-center gap-3.5 border-t border-line px-4.5 py-3 max-sm:flex-wrap">
      <Mail aria-hidden className="size-4 text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-[550] text-ink">{invitation.email}</p>
        <p className="text-xs text-subtle">
          {t(`roles.${invitation.role}`)} · {t('invitations.expires')} <Time at={invitation.expiresAt} />
        </p>
      </div>
      {mayManage && <InvitationActions invitation={invitation} />}
    </li>
  );
}

function InvitationActions({ invitation: { id, email } }: { invitation: Invitation }) {
  const { t } = useTranslation('settings');
  const resend = useResendInvitation();
  const revoke = useRevokeInvitation();
  const [asking, setAsking] = useState(false);
  const onError = (error: Error) => toast({ tone: 'error', title: t('error'), description: problemText(error) });
  const sendAgain = () =>
    runMutation(resend, id, {
      onError,
      onSuccess: () => toast({ tone: 'success', title: t('invitations.resent'), description: email }),
    });
  const withdraw = () =>
    runMutation(revoke, id, {
      onError,
      onSuccess: () => toast({ tone: 'success', title: t('invitations.revoked'), description: email }),
      onSettled: () => setAsking(false),
    });
  return (
    <div className="flex gap-2">
      <Button size="sm" busy={resend.isPending} onClick={sendAgain} aria-label={t('invitations.resendTo', { email })}>
        {t('invitations.resend')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => setAsking(true)}
        aria-label={t('invitations.revokeOf', { email })}
      >
        {t('invitations.revoke')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('invitations.revokeQuestion', { email })}
        confirmLabel={t('invitations.revoke')}
        busy={revoke.isPending}
        onConfirm={withdraw}
      >
        {t('invitations.revokeText')}
      </Confirm>
    </div>
  );
}
