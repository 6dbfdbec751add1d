import type { Readability } from '@waggle/contracts/qr-design';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { feetOf, inchesOf, useUnit, wholeInchesOf } from '../units.ts';

type Check = Readability['checks'][number];

/** The readability of a design in words. */
export function useReadabilityWords() {
  const { t } = useTranslation('links');
  const format = useFormat();
  const [unit] = useUnit();
  const rounded = (value: number) => format.number(Math.round(value * 10) / 10);

  /** A number in the unit of its check. */
  const amount = (check: Check['check'], value: number) => {
    if (check === 'contrast') return t('readability.ratio', { shown: rounded(value) });
    if (check === 'quiet-zone') return t('readability.modules', { count: value, shown: rounded(value) });
    return format.percent(value);
  };

  return {
    verdict: ({ scans, smallestPrintMm }: Readability) =>
      scans ? t('readability.scans', { size: width(smallestPrintMm) }) : t('readability.fails'),
    name: ({ check }: Check) => t(`readability.checks.${check}`),
    /** What was found and what is needed. */
    found: ({ check, passed, found, needed }: Check) => {
      if (found === null || needed === null) return t(passed ? 'readability.reads' : 'readability.doesNotRead');
      if (check === 'logo' && found === 0) return t('readability.noLogo');
      const needs = check === 'logo' ? 'readability.atMost' : 'readability.atLeast';
      return t(needs, { found: amount(check, found), needed: amount(check, needed) });
    },
    /** What to change. */
    fix: ({ check, found }: Check) =>
      t(check === 'contrast' && found !== null && found < 1 ? 'readability.lightOnDark' : `readability.fixes.${check}`),
    distance: (distanceCm: number) => {
      if (unit === 'in')
        return distanceCm < 100
          ? t('readability.inches', { shown: format.number(wholeInchesOf(distanceCm)) })
          : t('readability.feet', { shown: format.number(feetOf(distanceCm)) });
      return distanceCm < 100
        ? t('readability.centimetres', { shown: rounded(distanceCm) })
        : t('readability.metres', { shown: rounded(distanceCm / 100) });
    },
    width,
  };

  function width(widthMm: number) {
    return unit === 'in'
      ? t('readability.inches', { shown: format.number(inchesOf(widthMm)) })
      : t('readability.centimetres', { shown: rounded(widthMm / 10) });
  }
}
