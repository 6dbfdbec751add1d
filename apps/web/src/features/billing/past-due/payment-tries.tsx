import { Clock, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import type { PastDue } from '../queries.ts';

type Try = PastDue['tries'][number];
type Step = 'declined' | 'next' | 'later' | 'last' | 'plan-ends';

/** Of the tries to come the first and the last one matter to people. */
function stepOf({ outcome }: Try, at: number, tries: readonly Try[]): Step {
  if (outcome !== 'next') return outcome;
  if (!tries.slice(0, at).some((earlier) => earlier.outcome === 'next')) return 'next';
  return tries.slice(at + 1).some((later) => later.outcome === 'next') ? 'later' : 'last';
}

/** The tries on a line: what was declined is behind, the end of the plan is last. */
export function PaymentTries({ tries }: { tries: readonly Try[] }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  if (tries.length === 0) return null;
  return (
    <ol aria-label={t('pastDue.tries')} className="mt-3 flex max-md:flex-col max-md:gap-2.5 md:max-w-2xl">
      {tries.map((one, index) => {
        const step = stepOf(one, index, tries);
        const day = format.monthDay(one.at);
        return (
          <li key={one.at} className="relative flex min-w-0 flex-1 gap-2.5 text-xs md:flex-col md:gap-1.5">
            {index < tries.length - 1 && (
              <span
                aria-hidden
                className={cx(
                  'absolute top-[0.5625rem] left-5 h-0.5 w-[calc(100%-1.25rem)] max-md:hidden',
                  step === 'declined' ? 'bg-danger' : 'bg-danger-line',
                )}
              />
            )}
            <Mark step={step} />
            <span className="md:pr-2">
              <time dateTime={one.at} title={format.fullDate(one.at)} className="block font-semibold text-ink">
                {step === 'next' ? t('pastDue.dayAndTime', { day, time: format.time(one.at) }) : day}
              </time>
              <span className={step === 'declined' ? 'text-danger-text' : 'text-muted'}>
                {t(`pastDue.steps.${step}`)}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Mark({ step }: { step: Step }) {
  const Icon = step === 'declined' ? X : step === 'next' ? Clock : undefined;
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-full border',
        step === 'declined' && 'border-danger bg-danger text-on-danger',
        step === 'next' && 'border-danger bg-surface text-danger-text',
        !Icon && 'border-danger-line bg-surface',
      )}
    >
      {Icon && <Icon className="size-3" strokeWidth={2.5} />}
    </span>
  );
}
