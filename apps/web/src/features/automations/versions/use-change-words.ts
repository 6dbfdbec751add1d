import type { AutomationVersion } from '@waggle/contracts/automation-versions';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { Choice } from './choice.ts';

type Changes = NonNullable<AutomationVersion['changes']>;

/** What a version is called, and what one changed in short. */
export function useChangeWords() {
  const { t } = useTranslation('automation-versions');
  const { number, list } = useFormat();
  return {
    nameOf: (choice: Choice | null): string =>
      choice === 'draft' || choice === null ? t('draft') : t('nth', { version: number(choice) }),
    summary: ({ parts, ...counts }: Changes): string => {
      const steps = (['added', 'removed', 'changed', 'moved'] as const)
        .filter((kind) => counts[kind] > 0)
        .map((kind) => t(`counts.${kind}`, { count: counts[kind], shown: number(counts[kind]) }));
      const settings = parts.length > 0 ? [list(parts.map((part) => t(`settings.${part}`)))] : [];
      return [...steps, ...settings].join(', ') || t('nothing');
    },
  };
}
