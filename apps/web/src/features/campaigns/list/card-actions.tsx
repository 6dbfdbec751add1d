import { Link } from '@tanstack/react-router';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { ChartColumn, Copy, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { editOf, reportOf } from '../addresses.ts';
import type { Question } from '../actions/campaign-layers.tsx';
import { MoreMenu } from '../actions/more-menu.tsx';
import { useCampaignMoves } from '../actions/use-campaign-moves.ts';
import { phaseOf } from '../phase.ts';

type CardActionsProps = { campaign: CampaignSummary; onAsk: (what: Question) => void };

export function CardActions({ campaign, onAsk }: CardActionsProps) {
  const { t } = useTranslation('campaigns');
  const mayWrite = useHolds('campaigns:write');
  const { duplicate, busy } = useCampaignMoves();
  const { id: campaignId, status, name } = campaign;
  return (
    <div className="mt-3.5 flex flex-wrap items-center gap-1">
      <MainAction campaign={campaign} onAsk={onAsk} />
      {status !== 'DRAFT' && (
        <Link
          {...reportOf(campaignId)}
          aria-label={t('actions.reportOf', { name })}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          <ChartColumn aria-hidden className="size-3.5" />
          {t('actions.report')}
        </Link>
      )}
      {mayWrite && (
        <div className="ml-auto flex gap-0.5">
          <MoreMenu campaign={campaign} onAsk={onAsk} />
          <IconButton
            size="sm"
            icon={Copy}
            label={t('actions.duplicateOf', { name })}
            busy={busy === 'duplicate'}
            onClick={() => duplicate(campaign)}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={t('actions.deleteOf', { name })}
            disabledReason={isRunning(campaign) ? t('actions.cancelFirst') : undefined}
            onClick={() => onAsk('delete')}
          />
        </div>
      )}
    </div>
  );
}

/** The server deletes drafts and what has ended. */
const isRunning = ({ status }: CampaignSummary): boolean => status === 'ACTIVE' || status === 'PAUSED';

/** The one thing to do next: edit, pause or resume. */
function MainAction({ campaign, onAsk }: CardActionsProps) {
  const { t } = useTranslation('campaigns');
  const mayWrite = useHolds('campaigns:write');
  const { pause, resume, busy } = useCampaignMoves();
  const phase = phaseOf(campaign);
  const { id: campaignId, name } = campaign;
  if (!mayWrite) return null;
  if (phase === 'draft') {
    return (
      <Link {...editOf(campaignId)} aria-label={t('actions.editOf', { name })} className={buttonClass({ size: 'sm' })}>
        <Pencil aria-hidden className="size-3.5" />
        {t('actions.edit')}
      </Link>
    );
  }
  if (phase === 'paused') {
    return (
      <Button
        size="sm"
        icon={Play}
        busy={busy === 'resume'}
        aria-label={t('actions.resumeOf', { name })}
        onClick={() => resume(campaign, onAsk)}
      >
        {t('actions.resume')}
      </Button>
    );
  }
  if (phase !== 'sending' && phase !== 'scheduled') return null;
  return (
    <Button
      size="sm"
      icon={Pause}
      busy={busy === 'pause'}
      aria-label={t('actions.pauseOf', { name })}
      onClick={() => pause(campaign)}
    >
      {t('actions.pause')}
    </Button>
  );
}
