import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { BarList } from '#ui/bar-list.tsx';
import { Card } from '#ui/card.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import type { Stats } from '../queries.ts';

/** More would push the page down for a few scans each. */
const shownCountries = 6;

export function WhereCard({ stats }: { stats: Stats }) {
  const { t } = useTranslation('links');
  return (
    <Card title={t('stats.where')} className="flex flex-col">
      <Countries stats={stats} />
    </Card>
  );
}

function Countries({ stats: { countries, locates } }: { stats: Stats }) {
  const { t, i18n } = useTranslation('links');
  const text = useUiText();
  if (!locates && countries.length === 0) return <p className="text-sm text-muted">{t('stats.noLocations')}</p>;
  if (countries.length === 0) return <p className="text-sm text-subtle">{text.noDataAvailable}</p>;
  const names = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'code' });
  const rest = countries.slice(shownCountries).reduce((sum, { scans }) => sum + scans, 0);
  const items = countries.slice(0, shownCountries).map(({ country, scans }) => ({
    id: country,
    label: isCountry(country) ? (names.of(country) ?? country) : t('stats.unknownCountry'),
    value: scans,
  }));
  if (rest > 0) items.push({ id: 'rest', label: t('stats.otherCountries'), value: rest });
  return <BarList label={t('stats.where')} items={items} />;
}

/** The names of regions throw on anything else. */
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code);

export function DevicesCard({ stats: { devices, scans } }: { stats: Stats }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const text = useUiText();
  const used = devices.filter((device) => device.scans > 0);
  return (
    <Card title={t('stats.devices')}>
      {used.length === 0 ? (
        <p className="text-sm text-subtle">{text.noDataAvailable}</p>
      ) : (
        <BarList
          label={t('stats.devices')}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-x-8 gap-y-3.5"
          items={used.map((device) => ({
            id: device.device,
            label: t(`stats.device.${device.device}`),
            value: device.scans,
            note: scans > 0 ? format.percent(device.scans / scans) : '',
          }))}
        />
      )}
    </Card>
  );
}
