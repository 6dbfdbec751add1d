import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { BarList } from '#ui/bar-list.tsx';
import { Card } from '#ui/card.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { reportQuery } from './queries.ts';

export function DevicesCard({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const text = useUiText();
  const { data } = useQuery(reportQuery(campaignId, '24h'));
  if (!data) return null;
  const used = data.devices
    .map(({ device, opens, clicks }) => ({ device, total: opens + clicks }))
    .filter(({ total }) => total > 0);
  const all = used.reduce((sum, { total }) => sum + total, 0);
  const { opens, clicks } = data.machine;
  return (
    <Card
      title={t('devices.title')}
      aside={t('devices.unit')}
      footer={
        opens + clicks > 0 && t('devices.machine', { opens: format.number(opens), clicks: format.number(clicks) })
      }
    >
      {used.length === 0 ? (
        <p className="text-sm text-subtle">{text.noDataAvailable}</p>
      ) : (
        <BarList
          label={t('devices.title')}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-x-8 gap-y-3.5"
          items={used.map(({ device, total }) => ({
            id: device,
            label: t(`devices.${device}`),
            value: total,
            note: format.percent(total / all),
          }))}
        />
      )}
    </Card>
  );
}
