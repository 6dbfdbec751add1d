import { endReasons, type Outcome, outcomeNames } from '@waggle/automations/outcomes';
import type { ParseKeys } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';

/** Ways of a split are told by their number. */
type Named = Exclude<Outcome, `lane-${number}`>;

/** Those that the steps give, those of people who take somebody out, and of those who are stuck the one that has words. */
const reasons = [...endReasons, 'removed', 'ended', 'given-up', 'moved', 'rules-gone'] as const;

/** Why somebody left or is stuck, what came of a step, and the values that decided. */
export function useRunWords() {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  return useMemo(
    () => ({
      reason: (reason: string): string => {
        const known = reasons.find((one) => one === reason);
        return known ? t(`reasons.${known}`) : reason;
      },
      outcome: (outcome: string): string => {
        const lane = /^lane-(\d)$/.exec(outcome)?.[1];
        if (lane !== undefined) return t('wayTaken', { number: number(Number(lane) + 1) });
        const known = outcomeNames.find((one): one is Named => one === outcome);
        return known ? t(`outcomes.${known}`) : outcome;
      },
      /** A name that the engine gives to a value; one without a text is shown as it came. */
      seen: (name: string): string => t(`seen.${name}` as ParseKeys<'automation-runs'>, { defaultValue: name }),
    }),
    [t, number],
  );
}
