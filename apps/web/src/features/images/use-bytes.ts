import { useTranslation } from 'react-i18next';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the largest unit that gives one at least: 84 kB, 1 GB. */
export function useBytes(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => {
    const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
    const value = bytes / 1_024 ** step;
    return new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: units[step]!,
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 && step > 1 ? 1 : 0,
    }).format(value);
  };
}
