import { downloadProof } from '@waggle/contracts/campaign-recipients';
import type { Campaign } from '@waggle/contracts/campaigns';
import { Copy, Ellipsis, Globe, MailQuestion, ShieldCheck, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { addressOfCall } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import type { Question } from '../actions/campaign-layers.tsx';
import { OnItsWayItems } from '../actions/more-menu.tsx';
import { useCampaignMoves } from '../actions/use-campaign-moves.ts';
import { phaseOf } from '../phase.ts';
import { CampaignTypeBadge, StatusBadge } from '../status-badge.tsx';
import { useReportTrail } from './use-report-trail.tsx';

type ReportHeaderProps = { campaign: Campaign; onAsk: (what: Question | ReportQuestion) => void };
export type ReportQuestion = 'resend' | 'publicPage';

export function ReportHeader({ campaign, onAsk }: ReportHeaderProps) {
  const mayWrite = useHolds('campaigns:write');
  return (
    <PageHeader
      title={campaign.name}
      breadcrumb={useReportTrail(campaign.sequenceId)}
      status={
        <span className="flex shrink-0 gap-1.5">
          <StatusBadge status={campaign.status} />
          <span className="contents max-sm:hidden">
            <CampaignTypeBadge type={campaign.type} />
          </span>
        </span>
      }
      actions={mayWrite && <Actions campaign={campaign} onAsk={onAsk} />}
    />
  );
}

function Actions({ campaign, onAsk }: ReportHeaderProps) {
  const { t } = useTranslation('campaigns');
  const wide = useMediaQuery('(min-width: 48rem)');
  const { duplicate, busy } = useCampaignMoves();
  const phase = phaseOf(campaign);
  const isOnItsWay = phase === 'scheduled' || phase === 'sending' || phase === 'paused';
  return (
    <>
      {wide && !campaign.stepId && (
        <Button icon={Copy} busy={busy === 'duplicate'} onClick={() => duplicate(campaign)}>
          {t('actions.duplicate')}
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={t('actions.moreOf', { name: campaign.name })} />}>
        {!wide && !campaign.stepId && (
          <MenuItem icon={Copy} onSelect={() => duplicate(campaign)}>
            {t('actions.duplicate')}
          </MenuItem>
        )}
        <ResultItems campaign={campaign} onAsk={onAsk} />
        {isOnItsWay && <OnItsWayItems campaign={campaign} onAsk={onAsk} />}
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          danger
          disabled={phase !== 'completed'}
          description={phase === 'completed' ? undefined : t('actions.cancelFirst')}
          onSelect={() => onAsk('delete')}
        >
          {t('actions.delete')}
        </MenuItem>
      </Menu>
    </>
  );
}

/** What can be done with what was sent. */
function ResultItems({ campaign, onAsk }: ReportHeaderProps) {
  const { id: campaignId, sentAt, tracking } = campaign;
  const { t } = useTranslation('campaign-report');
  const mayExport = useHolds('campaigns:export');
  // Each email of a sequence has its own.
  if (!sentAt || campaign.emails) return null;
  return (
    <>
      <MenuItem
        icon={MailQuestion}
        disabled={!tracking.opens}
        description={tracking.opens ? undefined : t('resend.untracked')}
        onSelect={() => onAsk('resend')}
      >
        {t('resend.button')}
      </MenuItem>
      {phaseOf(campaign) === 'completed' && campaign.cancelledAt === null && (
        <MenuItem icon={Globe} onSelect={() => onAsk('publicPage')}>
          {t('publicPage.title')}
        </MenuItem>
      )}
      {mayExport && (
        <MenuItem asChild>
          <a href={addressOfCall(downloadProof, { params: { campaignId } })} download>
            <ShieldCheck aria-hidden className="size-4 text-subtle" />
            {t('proof')}
          </a>
        </MenuItem>
      )}
    </>
  );
}
