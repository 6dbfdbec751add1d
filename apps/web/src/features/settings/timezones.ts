import { firstTimezones } from '@waggle/contracts/timezones';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneLabel } from '#lib/zone-label.ts';
import type { SelectGroup } from '#ui/select.tsx';

type Name = keyof typeof firstTimezones;

const first = Object.entries(firstTimezones) as [Name, string][];

export function timezoneName(zone: string, t: TFunction<'settings'>): string {
  const known = first.find(([, value]) => value === zone);
  return known ? t(`timezones.${known[0]}`) : zoneLabel(zone);
}

/** Pacific, Mountain, Central and Eastern first, then every zone the browser knows, and the one in use. */
export function useTimezoneOptions(inUse: string): SelectGroup[] {
  const { t } = useTranslation('settings');
  return useMemo(() => {
    const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), inUse]);
    for (const [, zone] of first) all.delete(zone);
    return [
      {
        label: t('timezones.first'),
        options: first.map(([name, value]) => ({
          value,
          label: t(`timezones.${name}`),
          description: zoneLabel(value),
        })),
      },
      { label: t('timezones.all'), options: [...all].map((value) => ({ value, label: zoneLabel(value) })) },
    ];
  }, [inUse, t]);
}
