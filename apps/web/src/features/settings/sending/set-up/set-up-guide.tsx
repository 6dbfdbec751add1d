import { type SetUp, setUpSteps } from '@waggle/contracts/sending';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { currentStep } from './current-step.ts';

/** Beside the steps, where there is room. */
export function SetUpGuide({ setUp }: { setUp: SetUp }) {
  const { t } = useTranslation('set-up');
  const current = currentStep(setUp);
  return (
    <aside className="max-xl:hidden">
      <h3 className="text-sm font-semibold text-ink">{t('guide.title')}</h3>
      <ol className="mt-3 flex flex-col gap-3.5">
        {setUpSteps.map((step, at) => (
          <li key={step} className="flex gap-2.5">
            <span
              aria-hidden
              className={cx(
                'grid size-4.5 shrink-0 place-items-center rounded-full text-2xs font-semibold',
                setUp.done[step]
                  ? 'bg-success-soft text-success-text'
                  : step === current
                    ? 'bg-control-on text-on-control'
                    : 'border border-line-strong text-muted',
              )}
            >
              {setUp.done[step] ? <Check className="size-3" /> : at + 1}
            </span>
            <div>
              <p className="text-sm font-semibold text-ink">{t(`steps.${step}`)}</p>
              <p className="text-xs text-muted">{t(`guide.${step}`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </aside>
  );
}
