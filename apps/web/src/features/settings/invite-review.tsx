import type { CallInput } from '@waggle/contracts/endpoint';
import type { InviteeState } from '@waggle/contracts/invitees';
import type { inviteMembers } from '@waggle/contracts/team';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useInviteMembers } from './queries.ts';

export type Wanted = CallInput<typeof inviteMembers>['body'];

type State = InviteeState | 'sent';
type Person = { email: string; state: State };

type InviteReviewProps = {
  wanted: Wanted;
  people: readonly Person[];
  onBack: () => void;
  onClose: () => void;
};

/** What will happen to each address; after sending, what has. */
export function InviteReview({ wanted, people, onBack, onClose }: InviteReviewProps) {
  const { t } = useTranslation('settings');
  const invite = useInviteMembers();
  const [outcome, setOutcome] = useState<Person[]>();
  const count = people.filter(({ state }) => state === 'new').length;
  const shown = outcome ?? people;
  const send = () =>
    runMutation(invite, wanted, {
      onSuccess: ({ invited, people: told }) => {
        if (invited > 0) toast({ tone: 'success', title: t('invite.sentMany', { count: invited }) });
        if (invited === told.length) onClose();
        else setOutcome(told.map((one) => ({ email: one.email, state: one.outcome })));
      },
    });

  return (
    <div className="flex flex-col gap-4">
      <ul aria-label={t('invite.emails')} className="max-h-80 overflow-y-auto rounded-lg border border-line">
        {shown.map((person) => (
          <PersonRow key={person.email} {...person} />
        ))}
      </ul>
      {shown.some(({ state }) => state === 'over-limit') && <Alert tone="warning">{t('invite.overLimit')}</Alert>}
      {invite.isError && <Alert tone="danger">{problemText(invite.error)}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        {outcome ? (
          <Button variant="primary" onClick={onClose}>
            {t('invite.done')}
          </Button>
        ) : (
          <>
            <Button onClick={onBack}>{t('invite.back')}</Button>
            <Button
              variant="primary"
              busy={invite.isPending}
              busyLabel={t('invite.busy')}
              disabledReason={count === 0 ? t('invite.nobody') : undefined}
              onClick={send}
            >
              {count === 0 ? t('invite.submit') : t('invite.send', { count })}
            </Button>
          </>
        )}
      </DialogFooter>
    </div>
  );
}

const tones: Record<State, BadgeTone> = {
  new: 'info',
  sent: 'success',
  member: 'neutral',
  invited: 'neutral',
  invalid: 'danger',
  'over-limit': 'warning',
};

function PersonRow({ email, state }: Person) {
  const { t } = useTranslation('settings');
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line px-3 py-2 first:border-t-0">
      <span className="min-w-0 truncate text-sm text-ink">{email}</span>
      <Badge tone={tones[state]}>{t(`invite.states.${state}`)}</Badge>
    </li>
  );
}
