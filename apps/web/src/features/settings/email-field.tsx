import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmailChange } from '@waggle/contracts/email-change';
import { MailCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { accountKeys, useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { emailChangeQuery, useCancelEmailChange, useResendEmailChange } from './queries.ts';

/** The address a person signs in with, and the one it is about to become. */
export function EmailField({ onChange }: { onChange: () => void }) {
  const { t } = useTranslation('settings');
  const { email } = useUser();
  const { data } = useQuery(emailChangeQuery);
  useFreshAddress(data && data.pending === null);
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('profile.email')} hint={t('profile.emailHint')}>
        {(control) => (
          <span className="flex gap-2">
            <TextInput {...control} value={email} readOnly className="min-w-0 flex-1" />
            <Button onClick={onChange} aria-label={t('emailChange.title')}>
              {t('emailChange.change')}
            </Button>
          </span>
        )}
      </Field>
      {data?.pending && <PendingChange own={email} change={data.pending} />}
    </div>
  );
}

/** The last link may have been opened on another device: the address is read again when the change is over. */
function useFreshAddress(isOver: boolean | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: accountKeys.session });
  }, [client, isOver]);
}

function PendingChange({ own, change }: { own: string; change: EmailChange }) {
  const { t } = useTranslation('settings');
  const { email, oldConfirmed, newConfirmed, expiresAt } = change;
  const waits = oldConfirmed ? 'new' : newConfirmed ? 'old' : 'both';
  return (
    <Alert icon={MailCheck} title={t('emailChange.pending', { email })} className="wrap-anywhere">
      <p>{t(`emailChange.waits.${waits}`, { email, own })}</p>
      <p className="mt-1">
        {t('emailChange.expires')} <Time at={expiresAt} />.
      </p>
      <PendingActions />
    </Alert>
  );
}

function PendingActions() {
  const { t } = useTranslation('settings');
  const resend = useResendEmailChange();
  const cancel = useCancelEmailChange();
  const onError = (error: Error) => toast({ tone: 'error', title: t('error'), description: problemText(error) });
  const done = (title: string) => ({ onSuccess: () => toast({ tone: 'success', title }), onError });
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button
        size="sm"
        busy={resend.isPending}
        onClick={() => runMutation(resend, undefined, done(t('emailChange.resent')))}
      >
        {t('emailChange.resend')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        busy={cancel.isPending}
        onClick={() => runMutation(cancel, undefined, done(t('emailChange.cancelled')))}
      >
        {t('emailChange.cancel')}
      </Button>
    </div>
  );
}
