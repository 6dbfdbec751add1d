import { Cloud, CloudAlert, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { Kept } from './draft-keeper.ts';

/** Where the work is: on the server since a time, on its way, or in this browser only. */
export function SaveState({ kept: { state, campaign } }: { kept: Kept }) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  if (state === 'saved' && !campaign) return null;
  const Icon = state === 'failed' || state === 'disputed' ? CloudAlert : state === 'incomplete' ? CloudOff : Cloud;
  const text =
    state === 'saved' && campaign
      ? t('saveState.saved', { time: format.time(campaign.updatedAt) })
      : t(`saveState.${state === 'saved' ? 'waiting' : state}`);
  return (
    <span role="status" title={text} className="flex min-w-0 items-center gap-1.5 text-sm text-subtle">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate max-md:sr-only">{text}</span>
    </span>
  );
}
