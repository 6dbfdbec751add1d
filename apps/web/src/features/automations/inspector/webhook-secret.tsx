import { useMutation } from '@tanstack/react-query';
import { renewWebhookSecret } from '@waggle/contracts/automations';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { toast } from '#ui/toast-store.ts';

/** What webhooks of all automations are signed with. It is shown once, after somebody made a new one. */
export function WebhookSecret() {
  const { t } = useTranslation('automation-editor');
  const mayRenew = useHolds('automation-secrets:manage');
  return (
    <section aria-label={t('secret.title')} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-semibold text-ink">{t('secret.title')}</h3>
      <p className="text-sm text-muted">{t('secret.text')}</p>
      {mayRenew ? <RenewSecret /> : <p className="text-sm text-muted">{t('secret.adminsOnly')}</p>}
      <details className="text-sm text-muted">
        <summary className="cursor-pointer font-medium text-link coarse:min-h-(--target-touch)">
          {t('secret.howTo')}
        </summary>
        <ol className="mt-2 flex list-decimal flex-col gap-1 pl-4">
          <li>{t('secret.read')}</li>
          <li>{t('secret.sign')}</li>
          <li>{t('secret.compare')}</li>
        </ol>
        <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs text-ink">
          <code>{'webhook-signature: t=1763467200,v1=9f86d0...\nv1 = HMAC-SHA256(secret, t + "." + body)'}</code>
        </pre>
      </details>
    </section>
  );
}

function RenewSecret() {
  const { t } = useTranslation(['automation-editor', 'app']);
  const [isAsking, setAsking] = useState(false);
  const renew = useMutation({ mutationFn: () => call(renewWebhookSecret, {}) });
  const confirm = () =>
    runMutation(renew, undefined, {
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      {renew.data && (
        <div role="status" className="rounded-lg border border-line-strong p-3">
          <p className="text-xs text-muted">{t('secret.shownOnce')}</p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 font-mono text-xs break-all text-ink">{renew.data.secret}</code>
            <CopyButton value={renew.data.secret} iconLabel={t('secret.copy')} />
          </div>
        </div>
      )}
      <Button size="sm" icon={KeyRound} className="self-start" onClick={() => setAsking(true)}>
        {t('secret.renew')}
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t('secret.renewTitle')}
        confirmLabel={t('secret.renew')}
        onConfirm={confirm}
        busy={renew.isPending}
      >
        {t('secret.renewText')}
      </Confirm>
    </>
  );
}
