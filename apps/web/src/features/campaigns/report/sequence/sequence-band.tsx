import type { Campaign } from '@waggle/contracts/campaigns';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import type { Question } from '../../actions/campaign-layers.tsx';
import { useCampaignMoves } from '../../actions/use-campaign-moves.ts';
import { phaseOf } from '../../phase.ts';
import { useScheduleText } from '../../schedule-text.tsx';

type SequenceBandProps = { campaign: Campaign; inside: number; stuck: number; onAsk: (what: Question) => void };

/** How many people are on their way, with the one thing to do about it; nothing once it has ended. */
export function SequenceBand({ campaign, inside, stuck, onAsk }: SequenceBandProps) {
  const { t } = useTranslation('campaign-report');
  const { number } = useFormat();
  const schedule = useScheduleText();
  const phase = phaseOf(campaign);
  if (phase === 'completed' || phase === 'draft') return null;
  const headline =
    phase === 'scheduled' && campaign.scheduledAt
      ? t('sequence.scheduled', { at: schedule(campaign.scheduledAt) })
      : t(phase === 'paused' ? 'sequence.paused' : 'sequence.inside', { count: inside, shown: number(inside) });
  return (
    <section
      aria-label={t('band.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-accent-edge bg-accent-soft px-4.5 py-3.5 shadow-xs"
    >
      <span aria-hidden className="size-2 rounded-full bg-accent-mark" />
      <h2 className="text-base font-semibold text-ink">{headline}</h2>
      {stuck > 0 && (
        <span className="text-sm text-warning-text">{t('sequence.stuck', { count: stuck, shown: number(stuck) })}</span>
      )}
      <span className="ml-auto">
        <PauseOrResume campaign={campaign} onAsk={onAsk} isPaused={phase === 'paused'} />
      </span>
    </section>
  );
}

type PauseOrResumeProps = Pick<SequenceBandProps, 'campaign' | 'onAsk'> & { isPaused: boolean };

function PauseOrResume({ campaign, onAsk, isPaused }: PauseOrResumeProps) {
  const { t } = useTranslation('campaigns');
  const maySend = useHolds('campaigns:send');
  const { pause, resume, busy } = useCampaignMoves();
  if (!maySend) return null;
  return isPaused ? (
    <Button size="sm" icon={Play} busy={busy === 'resume'} onClick={() => resume(campaign, onAsk)}>
      {t('actions.resume')}
    </Button>
  ) : (
    <Button size="sm" icon={Pause} busy={busy === 'pause'} onClick={() => pause(campaign)}>
      {t('actions.pause')}
    </Button>
  );
}
