import { useQuery } from '@tanstack/react-query';
import type { FormFunnel } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { funnelQuery } from './queries.ts';
import { stepsOf } from './steps-of.ts';

const frame = 'min-w-0 rounded-lg border border-line-strong bg-surface p-4';

/** Where people leave the version that is published. */
export function DropOff({ formId }: { formId: string }) {
  const { t } = useTranslation('form-submissions');
  const funnel = useQuery(funnelQuery(formId));
  if (funnel.isPending) {
    return (
      <SkeletonGroup className={cx(frame, 'flex flex-col gap-3')}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} />
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <section aria-label={t('dropOff.title')} className={frame}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base font-semibold text-ink">{t('dropOff.title')}</h3>
        {funnel.data && funnel.data.starts > 0 && <Legend />}
      </div>
      {funnel.data && funnel.data.views > 0 ? (
        <Found funnel={funnel.data} />
      ) : (
        <p className="mt-1 text-sm text-muted">{t(funnel.isError ? 'dropOff.failed' : 'dropOff.none')}</p>
      )}
    </section>
  );
}

function Legend() {
  const { t } = useTranslation('form-submissions');
  return (
    <p aria-hidden className="flex gap-3 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-xs bg-(--chart-1)" />
        {t('dropOff.answered')}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-xs bg-(--chart-area) ring-1 ring-(--chart-1)/40" />
        {t('dropOff.leftHere')}
      </span>
    </p>
  );
}

function Found({ funnel }: { funnel: FormFunnel }) {
  const { t } = useTranslation('form-submissions');
  const { number, percent } = useFormat();
  const { views, starts, completions } = funnel;
  const steps = stepsOf(funnel);
  const worst = Math.max(0, ...steps.map(({ left }) => left));
  return (
    <>
      <p className="mt-0.5 text-sm text-muted">
        {t('dropOff.summary', { views: number(views), starts: number(starts), completions: number(completions) })}{' '}
        <strong className="font-semibold text-ink">
          {t('dropOff.completion', { share: percent(Math.min(completions / views, 1)) })}
        </strong>
      </p>
      {starts > 0 && (
        <ol className="mt-3 flex flex-col gap-2">
          {steps.map(({ id, label, answered, left }) => {
            const isWorst = left > 0 && left === worst;
            return (
              <li key={id} className="grid grid-cols-[minmax(4rem,7rem)_minmax(0,1fr)_auto] items-center gap-3 text-sm">
                <span title={label} className={cx('truncate', isWorst ? 'font-semibold text-ink' : 'text-muted')}>
                  {label}
                </span>
                <span aria-hidden className="flex h-2 overflow-hidden rounded-full bg-fill">
                  <span className="bg-(--chart-1)" style={{ width: `${(answered / starts) * 100}%` }} />
                  <span
                    className={isWorst ? 'bg-danger' : 'bg-(--chart-1)/30'}
                    style={{ width: `${(left / starts) * 100}%` }}
                  />
                </span>
                <span className="flex justify-end gap-2 tabular-nums">
                  <span className="text-ink">
                    {number(answered)}
                    <span className="sr-only"> {t('dropOff.answered')}</span>
                  </span>
                  <span
                    className={cx('min-w-10 text-right', isWorst ? 'font-semibold text-danger-text' : 'text-subtle')}
                  >
                    {left > 0 ? `−${number(left)}` : '0'}
                    <span className="sr-only"> {t('dropOff.leftHere')}</span>
                  </span>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}
