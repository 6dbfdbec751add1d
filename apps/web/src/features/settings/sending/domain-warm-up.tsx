import type { SendingDomain } from '@waggle/contracts/sending';
import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEndWarmUp } from './queries.ts';

/** What a young domain may send today, and the way out for one that is not young at all. */
export function DomainWarmUp({ domain: { id, domain, warmUp } }: { domain: SendingDomain }) {
  const { t } = useTranslation('sending');
  const format = useFormat();
  const mayManage = useHolds('sending:manage');
  const [asking, setAsking] = useState(false);
  if (!warmUp) return null;
  const most = format.number(warmUp.mostToday);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 border-t border-line px-4.5 py-3">
      <div className="flex min-w-0 flex-1 basis-72 gap-2.5">
        <Gauge aria-hidden className="mt-px size-4 shrink-0 text-subtle" />
        <div className="min-w-0">
          <p className="text-sm font-medium text-ink">
            {warmUp.day === null
              ? t('warmUp.before', { most })
              : t('warmUp.today', { day: warmUp.day, days: warmUp.days, most })}
          </p>
          <p className="mt-0.5 max-w-[68ch] text-xs text-muted">{t('warmUp.why')}</p>
        </div>
      </div>
      {mayManage && (
        <Button size="sm" aria-label={t('warmUp.endOne', { domain })} onClick={() => setAsking(true)}>
          {t('warmUp.end')}
        </Button>
      )}
      {asking && <EndQuestion domainId={id} domain={domain} onClose={() => setAsking(false)} />}
    </div>
  );
}

function EndQuestion({ domainId, domain, onClose }: { domainId: string; domain: string; onClose: () => void }) {
  const { t } = useTranslation('sending');
  const end = useEndWarmUp();
  // Not by `mutate`: its callbacks are dropped when the list comes back without this part before the rest is read again.
  const confirm = () =>
    void end
      .mutateAsync(domainId)
      .then(
        () => toast({ tone: 'success', title: t('warmUp.ended'), description: t('warmUp.endedText', { domain }) }),
        (error: unknown) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
      )
      .finally(onClose);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('warmUp.question', { domain })}
      confirmLabel={t('warmUp.confirm')}
      variant="primary"
      busy={end.isPending}
      busyLabel={t('warmUp.ending')}
      onConfirm={confirm}
    >
      {t('warmUp.text')}
    </Confirm>
  );
}
