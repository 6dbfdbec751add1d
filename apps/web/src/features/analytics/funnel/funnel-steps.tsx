import { ClipboardCheck, MailOpen, QrCode, ShoppingBag, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { Card } from '#ui/card.tsx';
import { ChartEmpty } from '#ui/chart-empty.tsx';
import { FunnelShape } from '#ui/funnel-shape.tsx';
import type { Icon } from '#ui/icon.ts';
import type { Funnel, Period } from '../queries.ts';
import { FunnelPeople, type PeopleStep } from './funnel-people.tsx';

const steps = ['visitors', 'submitted', 'contacts', 'clicked', 'purchased'] as const;
type Step = (typeof steps)[number];
const icons: Record<Step, Icon> = {
  visitors: QrCode,
  submitted: ClipboardCheck,
  contacts: UserPlus,
  clicked: MailOpen,
  purchased: ShoppingBag,
};

/** Each step with its people, and how many of the step before came this far. */
export function FunnelSteps({ shown, period }: { shown: Funnel; period: Period }) {
  const { t } = useTranslation('analytics');
  const [open, setOpen] = useState<PeopleStep | null>(null);
  const counts = steps.map((step) => shown.steps[step]);
  return (
    <Card flush title={t('funnel.title')} aside={t('funnel.once')} className="overflow-hidden">
      {counts.every((count) => count === 0) ? (
        <div className="h-56 px-4.5">
          <ChartEmpty />
        </div>
      ) : (
        <div className="relative">
          <FunnelShape values={counts} className="absolute inset-x-0 top-[5.25rem] h-32 max-md:hidden" />
          <ol className="grid md:grid-cols-5">
            {steps.map((step, at) => (
              <FunnelStep
                key={step}
                step={step}
                shown={shown}
                before={at === 0 ? null : counts[at - 1]!}
                onOpen={setOpen}
              />
            ))}
          </ol>
        </div>
      )}
      <FunnelPeople period={period} step={open} onClose={() => setOpen(null)} />
    </Card>
  );
}

type StepProps = { step: Step; shown: Funnel; before: number | null; onOpen: (step: PeopleStep) => void };

function FunnelStep({ step, shown, before, onOpen }: StepProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const money = useMoney({ brief: true });
  const { steps: figures, currency } = shown;
  const opensPeople = useHolds('contacts:read');
  const count = figures[step];
  const Icon = icons[step];
  return (
    <li className="relative flex flex-col border-line px-4.5 pt-2 pb-4 max-md:border-t md:min-h-[17rem] md:not-first:border-l">
      <p className="flex items-center gap-1.5 text-xs text-muted">
        <Icon aria-hidden className="size-3.5" />
        {t(`funnel.steps.${step}`)}
      </p>
      <p className="flex items-baseline gap-2 text-xl font-semibold text-ink tabular-nums">
        {format.number(count)}
        {step === 'purchased' && (
          <span className="text-sm text-(--accent-text)">{money(figures.amount, currency)}</span>
        )}
      </p>
      <p className="text-xs text-muted">
        {before === null
          ? t('funnel.scans', {
              scans: format.number(figures.scans),
              count: figures.codes,
              codes: format.number(figures.codes),
            })
          : before > 0 && t(`funnel.of.${step as PeopleStep}`, { part: format.percent(count / before) })}
      </p>
      <p className="mt-auto flex items-center justify-between pt-2 text-sm">
        {step === 'visitors' ? (
          <span className="font-medium text-(--accent-text)">
            {t('funnel.visitors', { count, shown: format.number(count) })}
          </span>
        ) : (
          <button
            type="button"
            className="font-medium text-(--accent-text) underline-offset-2 hover:underline disabled:no-underline"
            disabled={count === 0 || !opensPeople}
            onClick={() => onOpen(step)}
          >
            {t('funnel.people', { count, shown: format.number(count) })}
          </button>
        )}
        {before !== null && before > count && (
          <span className="text-muted tabular-nums">{format.signed(count - before)}</span>
        )}
      </p>
    </li>
  );
}
