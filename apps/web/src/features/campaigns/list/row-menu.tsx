import { Link } from '@tanstack/react-router';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { ChartColumn, Copy, Ellipsis, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { editOf, reportOf } from '../addresses.ts';
import type { Question } from '../actions/campaign-layers.tsx';
import { OnItsWayItems } from '../actions/more-menu.tsx';
import { useCampaignMoves } from '../actions/use-campaign-moves.ts';
import { phaseOf } from '../phase.ts';

type RowMenuProps = { campaign: CampaignSummary; onAsk: (what: Question) => void };

/** Everything a card offers, behind one button. */
export function RowMenu({ campaign, onAsk }: RowMenuProps) {
  const { t } = useTranslation('campaigns');
  const mayWrite = useHolds('campaigns:write');
  const { id: campaignId, name, status } = campaign;
  if (!mayWrite && status === 'DRAFT') return null;
  return (
    <Menu trigger={<IconButton label={t('actions.moreOf', { name })} icon={Ellipsis} />}>
      {status !== 'DRAFT' && (
        <MenuItem asChild>
          <Link {...reportOf(campaignId)}>
            <ChartColumn aria-hidden className="size-4 text-subtle" />
            {t('actions.report')}
          </Link>
        </MenuItem>
      )}
      {mayWrite && <ChangeItems campaign={campaign} onAsk={onAsk} />}
    </Menu>
  );
}

function ChangeItems({ campaign, onAsk }: RowMenuProps) {
  const { t } = useTranslation('campaigns');
  const { pause, resume, duplicate } = useCampaignMoves();
  const phase = phaseOf(campaign);
  const isOnItsWay = phase === 'scheduled' || phase === 'sending' || phase === 'paused';
  const isRunning = isOnItsWay || phase === 'cancelling';
  return (
    <>
      {phase === 'draft' && (
        <MenuItem asChild>
          <Link {...editOf(campaign.id)}>
            <Pencil aria-hidden className="size-4 text-subtle" />
            {t('actions.edit')}
          </Link>
        </MenuItem>
      )}
      {(phase === 'scheduled' || phase === 'sending') && (
        <MenuItem icon={Pause} onSelect={() => pause(campaign)}>
          {t('actions.pause')}
        </MenuItem>
      )}
      {phase === 'paused' && (
        <MenuItem icon={Play} onSelect={() => resume(campaign, onAsk)}>
          {t('actions.resume')}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => duplicate(campaign)}>
        {t('actions.duplicate')}
      </MenuItem>
      {isOnItsWay && (
        <>
          <MenuSeparator />
          <OnItsWayItems campaign={campaign} onAsk={onAsk} />
        </>
      )}
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        danger
        disabled={isRunning}
        description={isRunning ? t('actions.cancelFirst') : undefined}
        onSelect={() => onAsk('delete')}
      >
        {t('actions.delete')}
      </MenuItem>
    </>
  );
}
