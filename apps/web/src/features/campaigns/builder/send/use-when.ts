import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useZoneWords } from '../schedule/zone-words.ts';

/** When it leaves, in the organization's time zone. */
export function useWhen(scheduledAt: string | null): { title: string; text: string } {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const words = useZoneWords();
  const zone = useQuery(organizationQuery).data?.timezone ?? 'UTC';
  if (scheduledAt === null) return { title: t('confirm.now'), text: t('confirm.undo') };
  const at = Date.parse(scheduledAt);
  return {
    title: words.date(at, zone),
    text: t('schedule.in', { zone: words.name(zone, at), when: format.when(scheduledAt) }),
  };
}
