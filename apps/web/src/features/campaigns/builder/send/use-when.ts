import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import type { Campaign } from '@waggle/contracts/campaigns';
import type { SendingWindow } from '@waggle/contracts/sending-window';
import { useFormat } from '#lib/format.ts';
import { useNow } from '#lib/use-now.ts';
import { useZoneWords } from '../schedule/zone-words.ts';
import { useWindowWords } from '../settings/window-words.ts';

/** When it leaves, in the organization's time zone, and for what it waits then. */
export function useWhen(
  { scheduledAt, eachZone }: Pick<Campaign, 'scheduledAt' | 'eachZone'>,
  window: SendingWindow | null,
): { title: string; text: string; wait: string | undefined } {
  const { t } = useTranslation('campaign-builder');
  const words = useZoneWords();
  const zone = useQuery(organizationQuery).data?.timezone ?? 'UTC';
  const format = useFormat(zone);
  const now = useNow();
  const { wait } = useWindowWords();
  if (scheduledAt === null) return { title: t('confirm.now'), text: t('confirm.undo'), wait: wait(window, now) };
  const at = Date.parse(scheduledAt);
  return {
    title: words.date(at, zone),
    text: eachZone
      ? t('schedule.inEachZone')
      : t('schedule.in', { zone: words.name(zone, at), when: format.when(scheduledAt) }),
    wait: wait(window, at),
  };
}
