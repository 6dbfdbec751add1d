import type { BackTestResult } from '@waggle/contracts/automation-trials';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { ReportProps } from './report-props.ts';
import { RatesForm } from './rates-form.tsx';
import type { BackTesting } from './use-back-test.ts';

/** Those to whom it happened, and why they would not have got in. */
export function NotEntered({ result: { notEntered } }: { result: BackTestResult }) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  if (notEntered.length === 0) return null;
  return (
    <section aria-label={t('backTest.notEntered')} className="border-b border-line px-5 py-4">
      <h2 className="mb-1.5 text-base font-semibold text-ink">{t('backTest.notEntered')}</h2>
      <dl>
        {notEntered.map(({ reason, count }) => (
          <div key={reason} className="flex justify-between gap-3 py-1 text-sm">
            <dt className="text-muted">{t(`backTest.notEnteredReasons.${reason}`)}</dt>
            <dd className="font-semibold text-ink tabular-nums">{number(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is assumed, and what is exact. */
export function LimitsPanel({ backTest, result, testing }: ReportProps & { testing: BackTesting }) {
  const { t } = useTranslation('automation-runs');
  const { percent } = useFormat();
  const { openRate, clickRate } = backTest.assumed;
  const isAssumed = result.limits.includes('opens-assumed');
  return (
    <section aria-label={t('backTest.cannotKnow')} className="px-5 py-4">
      <h2 className="mb-2 flex items-center gap-2 text-base font-semibold text-ink">
        <Info aria-hidden className="size-4 shrink-0 text-muted" />
        {t('backTest.cannotKnow')}
      </h2>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-sm text-muted marker:text-subtle">
        {result.limits.map((limit) => (
          <li key={limit}>
            {t(`backTest.limits.${limit}`, { opened: percent(openRate), clicked: percent(clickRate) })}
          </li>
        ))}
      </ul>
      {isAssumed && testing.mayRun && <RatesForm assumed={backTest.assumed} testing={testing} />}
    </section>
  );
}
