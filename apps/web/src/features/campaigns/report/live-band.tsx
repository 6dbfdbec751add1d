import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '@waggle/contracts/campaigns';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Progress } from '#ui/progress.tsx';
import type { Question } from '../actions/campaign-layers.tsx';
import { useCampaignMoves } from '../actions/use-campaign-moves.ts';
import { type Phase, phaseOf, progressOf } from '../phase.ts';
import { campaignQuery } from '../queries.ts';
import { useScheduleText } from '../schedule-text.tsx';
import { useSendingRate } from './use-sending-rate.ts';

type LiveBandProps = { campaign: Campaign; onAsk: (what: Question) => void };

/** How far it is while it is on its way; nothing once it has ended. */
export function LiveBand({ campaign, onAsk }: LiveBandProps) {
  const { t } = useTranslation('campaign-report');
  const { number, time } = useFormat();
  const phase = phaseOf(campaign);
  const { total, done, queued } = progressOf(campaign);
  const waits = campaign.waitsUntil !== null;
  if (phase === 'completed' || phase === 'draft') return null;
  const { bounced, unsubscribed, complained } = campaign.stats;
  const small = [
    t('band.queued', { count: queued, shown: number(queued) }),
    t('band.bounced', { count: bounced, shown: number(bounced) }),
    t('band.unsubscribed', { count: unsubscribed, shown: number(unsubscribed) }),
    t('band.complained', { count: complained, shown: number(complained) }),
  ];
  return (
    <section
      aria-label={t('band.label')}
      className="rounded-lg border border-accent-edge bg-accent-soft px-4.5 py-3.5 shadow-xs"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span
          aria-hidden
          className={cx('size-2 rounded-full bg-accent-mark', phase === 'sending' && !waits && 'animate-pulse')}
        />
        <h2 className="text-base font-semibold text-ink">
          <Headline campaign={campaign} phase={phase} total={total} />
        </h2>
        {phase === 'sending' && !waits && campaign.lastDueAt === null && (
          <Pace campaignId={campaign.id} done={done} queued={queued} />
        )}
        {campaign.lastDueAt && <LastDue at={campaign.lastDueAt} />}
        <span className="ml-auto">
          <PauseOrResume campaign={campaign} phase={phase} onAsk={onAsk} />
        </span>
      </div>
      {total > 0 && (
        <>
          <div className="mt-2 flex items-center gap-3 text-sm text-muted tabular-nums">
            <Progress value={done} max={total} label={t('band.label')} className="flex-1" />
            <span className="shrink-0">{t('band.of', { done: number(done), total: number(total) })}</span>
          </div>
          <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
            {small.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {campaign.sentAt && <span className="ml-auto">{t('band.started', { time: time(campaign.sentAt) })}</span>}
          </div>
        </>
      )}
    </section>
  );
}

function Headline({ campaign, phase, total }: { campaign: Campaign; phase: Phase; total: number }) {
  const { t } = useTranslation('campaign-report');
  const { number } = useFormat();
  const schedule = useScheduleText();
  if (phase === 'scheduled' && campaign.scheduledAt)
    return t('band.scheduled', { at: schedule(campaign.scheduledAt, campaign.eachZone) });
  if (phase === 'paused') return t('band.paused');
  if (phase === 'cancelling') return t('band.cancelling');
  // The audience is being frozen, which takes seconds for a million.
  if (total === 0) return t('band.preparing');
  if (campaign.waitsUntil) return t('band.waits', { at: schedule(campaign.waitsUntil) });
  return t('band.sending', { count: total, shown: number(total) });
}

/** Who waits for the time in their zone says nothing about how fast it goes. */
function LastDue({ at }: { at: string }) {
  const { t } = useTranslation('campaign-report');
  const schedule = useScheduleText();
  return <span className="text-sm text-muted">{t('band.lastDue', { at: schedule(at) })}</span>;
}

/** Said politely and seldom changed: a screen reader must not be flooded. */
function Pace({ campaignId, done, queued }: { campaignId: string; done: number; queued: number }) {
  const { t } = useTranslation('campaign-report');
  const { number } = useFormat();
  const { dataUpdatedAt } = useQuery(campaignQuery(campaignId));
  const rate = useSendingRate({ at: dataUpdatedAt, done });
  if (!rate || queued === 0) return null;
  const minutes = Math.max(1, Math.ceil(queued / rate));
  return (
    <span className="text-sm text-muted">
      {t('band.rate', { rate: number(rate) })}, {t('band.left', { count: minutes, shown: number(minutes) })}
    </span>
  );
}

function PauseOrResume({ campaign, phase, onAsk }: LiveBandProps & { phase: Phase }) {
  const { t } = useTranslation('campaigns');
  const maySend = useHolds('campaigns:send');
  const { pause, resume, busy } = useCampaignMoves();
  if (!maySend || phase === 'cancelling') return null;
  if (phase === 'paused') {
    return (
      <Button size="sm" icon={Play} busy={busy === 'resume'} onClick={() => resume(campaign, onAsk)}>
        {t('actions.resume')}
      </Button>
    );
  }
  return (
    <Button size="sm" icon={Pause} busy={busy === 'pause'} onClick={() => pause(campaign)}>
      {t('actions.pause')}
    </Button>
  );
}
