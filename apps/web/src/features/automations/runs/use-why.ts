import type { readRun } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';

type PassedStep = ReplyOf<typeof readRun>['turns'][number]['steps'][number];

/** Why somebody cannot be emailed, as contacts say it. */
const unmailable = [
  'unsubscribed',
  'bounced',
  'complained',
  'consent-withdrawn',
  'consent-not-asked',
  'consent-expired',
  'unconfirmed',
  'paused',
] as const;

/** Values that a sentence says already. */
const said = new Set(['reason', 'until', 'freeAt', 'opensAt']);
export const valuesBeside = ({ seen }: Pick<PassedStep, 'seen'>): [string, unknown][] =>
  Object.entries(seen).filter(([name]) => !said.has(name));

/** Why an email was not sent, not yet sent, or why somebody left, as a sentence; null where there is nothing to explain. */
export function useWhy(): (step: PassedStep) => string | null {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const timeOf = (value: unknown): string | null => (typeof value === 'string' ? format.fullDate(value) : null);
  const resting = ({ seen }: PassedStep): string | null => {
    const [opensAt, freeAt, until] = [timeOf(seen['opensAt']), timeOf(seen['freeAt']), timeOf(seen['until'])];
    if (until !== null)
      return t(seen['reason'] === 'paused' ? 'why.waitsForBreak' : 'why.waitsToConfirm', { time: until });
    if (opensAt !== null) return t('why.hours', { time: opensAt });
    return freeAt === null ? null : t('why.waitsForCap', { time: freeAt });
  };
  return (step) => {
    switch (step.outcome) {
      case 'rested':
        return resting(step);
      case 'capped': {
        const time = timeOf(step.seen['freeAt']);
        return time === null ? t('why.cappedLate') : t('why.capped', { time });
      }
      case 'unsubscribed': {
        const reason = unmailable.find((one) => one === step.seen['reason']);
        return t(`why.unmailable.${reason ?? 'other'}`);
      }
      case 'filter':
      case 'no-address':
      case 'had':
      case 'left-out':
      case 'late':
      case 'not-waited':
        return t(`why.${step.outcome}`);
      default:
        return null;
    }
  };
}
