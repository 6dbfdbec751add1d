import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import type { Campaign, sendStates } from '@waggle/contracts/campaigns';
import { RotateCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast-store.ts';
import { useRetryFailed } from './queries.ts';
import { RowsLink } from './rows-link.tsx';
import { SettleDialog } from './settle-dialog.tsx';

type State = (typeof sendStates)[number];

/** Who did not get it and why, with what can be done about it. Every number opens its rows. */
export function OutcomeCard({
  campaign,
}: {
  campaign: CampaignFigures & Partial<Pick<Campaign, 'retryable' | 'topicName'>>;
}) {
  const { t } = useTranslation('campaign-report');
  const { progress, stats, leftOut, retryable = 0, topicName: topic } = campaign;
  const count = (state: State) => progress[state] ?? 0;
  const others = ['failed', 'uncertain', 'suppressed', 'cancelled'] as const;
  const people =
    others.reduce((sum, state) => sum + count(state), stats.bounced + stats.unsubscribed + stats.complained) +
    leftOut.length;
  return (
    <Card title={t('outcome.title')} flush>
      {people === 0 && <p className="px-4.5 pb-4 text-sm text-muted">{t('outcome.none')}</p>}
      <dl className="flex flex-col px-4.5 text-sm not-empty:pb-3">
        <Line label={t('outcome.bounced')} people={stats.bounced} of={campaign.id} rows={{ event: 'bounced' }} />
        <Line label={t('outcome.failed')} people={count('failed')} of={campaign.id} rows={{ state: 'failed' }}>
          {retryable > 0 && <RetryFailed campaignId={campaign.id} people={retryable} />}
        </Line>
        <Line label={t('outcome.uncertain')} people={count('uncertain')} of={campaign.id} rows={{ state: 'uncertain' }}>
          <Settle campaignId={campaign.id} people={count('uncertain')} />
        </Line>
        <Line
          label={t('outcome.suppressed')}
          people={count('suppressed')}
          of={campaign.id}
          rows={{ state: 'suppressed' }}
        />
        <Line
          label={t('outcome.cancelled')}
          people={count('cancelled')}
          of={campaign.id}
          rows={{ state: 'cancelled' }}
        />
        <Line
          label={t('outcome.unsubscribed')}
          people={stats.unsubscribed}
          of={campaign.id}
          rows={{ event: 'unsubscribed' }}
        />
        <Line
          label={t('outcome.complained')}
          people={stats.complained}
          of={campaign.id}
          rows={{ event: 'complained' }}
        />
        {leftOut.map(({ reason, people }) => (
          <Line
            key={reason}
            label={reason === 'topic-opted-out' && topic ? t('outOfTopic', { topic }) : t(`leftOut.${reason}`)}
            people={people}
            of={campaign.id}
            rows={{ state: 'left-out', reason }}
          />
        ))}
      </dl>
    </Card>
  );
}

type Rows = { state?: State | 'left-out'; event?: string; reason?: string };
type LineProps = { label: string; people: number; of: string; rows: Rows; children?: ReactNode };

/** Nothing is said about what befell nobody. */
function Line({ label, people, of, rows, children }: LineProps) {
  const { number } = useFormat();
  if (people === 0) return null;
  return (
    <div className="flex min-h-9 items-center gap-3 border-line not-last:border-b">
      <dt className="min-w-0 flex-1 truncate text-muted">{label}</dt>
      <dd className="flex items-center gap-3">
        {children}
        <span className="min-w-8 text-right font-semibold text-ink tabular-nums">
          <RowsLink campaignId={of} rows={rows} className="underline underline-offset-2">
            {number(people)}
          </RowsLink>
        </span>
      </dd>
    </div>
  );
}

function RetryFailed({ campaignId, people }: { campaignId: string; people: number }) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const maySend = useHolds('campaigns:send');
  const retry = useRetryFailed(campaignId);
  if (!maySend) return null;
  const start = () =>
    runMutation(retry, undefined, {
      onSuccess: ({ retried }) =>
        toast(
          retried === 0
            ? { tone: 'info', title: t('retry.none'), description: t('retry.noneText') }
            : { tone: 'success', title: t('retry.done', { count: retried, shown: format.number(retried) }) },
        ),
      onError: (error) => toast({ tone: 'error', title: t('retry.failed'), description: problemText(error) }),
    });
  return (
    <Button size="sm" icon={RotateCw} busy={retry.isPending} onClick={start}>
      {t('retry.button', { shown: format.number(people) })}
    </Button>
  );
}

function Settle({ campaignId, people }: { campaignId: string; people: number }) {
  const { t } = useTranslation('campaign-report');
  const maySend = useHolds('campaigns:send');
  const [open, setOpen] = useState(false);
  if (!maySend) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('settle.button')}
      </Button>
      {open && <SettleDialog campaignId={campaignId} people={people} onClose={() => setOpen(false)} />}
    </>
  );
}
