import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { Ban, CalendarClock, Ellipsis, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { hasNotStarted } from '../phase.ts';
import type { Question } from './campaign-layers.tsx';
import { useCampaignMoves } from './use-campaign-moves.ts';

type MoreMenuProps = { campaign: CampaignSummary; onAsk: (what: Question) => void };

/** What can be done with a campaign on its way; nothing is on its way before Send and after the end. */
export function MoreMenu({ campaign, onAsk }: MoreMenuProps) {
  const { t } = useTranslation('campaigns');
  const isOnItsWay = campaign.status === 'ACTIVE' || campaign.status === 'PAUSED';
  if (!isOnItsWay || campaign.cancelledAt !== null) return null;
  return (
    <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t('actions.moreOf', { name: campaign.name })} />}>
      <OnItsWayItems campaign={campaign} onAsk={onAsk} />
    </Menu>
  );
}

export function OnItsWayItems({ campaign, onAsk }: MoreMenuProps) {
  const { t } = useTranslation('campaigns');
  const { toDraft } = useCampaignMoves();
  return (
    <>
      {hasNotStarted(campaign) && (
        <>
          <MenuItem icon={CalendarClock} onSelect={() => onAsk('reschedule')}>
            {t('actions.reschedule')}
          </MenuItem>
          <MenuItem icon={Undo2} onSelect={() => toDraft(campaign)}>
            {t('actions.toDraft')}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={Ban} danger onSelect={() => onAsk('cancel')}>
        {t('actions.cancel')}
      </MenuItem>
    </>
  );
}
