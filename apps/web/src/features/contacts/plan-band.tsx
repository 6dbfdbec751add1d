import {
  activeFormLimits,
  advancedAnalyticsTiers,
  contactLimits,
  qrCodeTiers,
  type Tier,
  whiteLabelTiers,
} from '@waggle/contracts/plans';
import { Check, Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { UpgradeActions, useNextTier, usePlanName, useTier } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Progress } from '#ui/progress.tsx';
import { useWaitingPeople } from './use-waiting-people.ts';

/** The plan is full: what still works, who waits for a place, and the next plan. */
export function PlanBand({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const plan = usePlanName()(useTier());
  const title = t('limit.used', { used: number(used), limit: number(limit), plan });
  return (
    <section
      aria-label={title}
      className="flex overflow-hidden rounded-xl border border-warning-line text-sm max-lg:flex-col"
    >
      <div className="flex min-w-0 flex-1 flex-col justify-center bg-warning-soft px-5 py-5 max-lg:py-4 max-sm:px-3.5 max-sm:py-3">
        <div className="flex gap-3.5">
          <Gauge aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-text max-sm:hidden" />
          <div className="flex min-w-0 flex-1 flex-col gap-2.5 max-sm:gap-2">
            <h2 className="text-base leading-6 font-semibold text-ink">{title}</h2>
            <WhoWaits />
            <Progress value={used} max={limit} tone="warning" label={title} className="max-sm:hidden" />
            <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted max-sm:hidden">
              <Line>{t('limit.works.send', { shown: number(used) })}</Line>
              <Line>{t('limit.works.collect')}</Line>
              <Line>{t('limit.works.export')}</Line>
            </ul>
          </div>
        </div>
      </div>
      <NextPlan />
    </section>
  );
}

function WhoWaits() {
  const { t } = useTranslation('contacts');
  const { number, date } = useFormat();
  const { total, since } = useWaitingPeople();
  if (total === 0 || since === null) return <p className="max-w-120 text-muted">{t('limit.kept')}</p>;
  return (
    <p className="max-w-120 text-muted">
      <Trans
        t={t}
        i18nKey="limit.waiting"
        count={total}
        values={{ shown: number(total), since: date(since) }}
        components={{ b: <strong className="font-semibold text-ink" /> }}
      />
    </p>
  );
}

function NextPlan() {
  const own = useTier();
  const next = useNextTier();
  const nameOf = usePlanName();
  const gains = useGains(own, next ?? own);
  if (!next) return null;
  return (
    <div className="flex w-84 shrink-0 flex-col justify-center gap-3 border-warning-line bg-surface px-5 py-4 max-lg:w-auto max-lg:border-t max-sm:px-3.5 max-sm:py-3 lg:border-l">
      <h3 className="font-display text-md font-semibold text-ink max-sm:sr-only">{nameOf(next)}</h3>
      <ul className="flex flex-col gap-1.5 text-muted max-lg:flex-row max-lg:flex-wrap max-lg:gap-x-5 max-sm:hidden">
        {gains.map((gain) => (
          <Line key={gain}>{gain}</Line>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <UpgradeActions need="contacts" to={next} />
      </div>
    </div>
  );
}

/** What the higher plan has that the own one lacks. */
function useGains(own: Tier, next: Tier): string[] {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const limit = contactLimits[next];
  const isNew = (included: readonly Tier[]) => included.includes(next) && !included.includes(own);
  return [
    limit === null ? t('limit.includes.anyContacts') : t('limit.includes.contacts', { limit: number(limit) }),
    ...(activeFormLimits[own] !== null && activeFormLimits[next] === null ? [t('limit.includes.forms')] : []),
    ...(isNew(qrCodeTiers) ? [t('limit.includes.qrCodes')] : []),
    ...(isNew(advancedAnalyticsTiers) ? [t('limit.includes.advancedAnalytics')] : []),
    ...(isNew(whiteLabelTiers) ? [t('limit.includes.whiteLabel')] : []),
  ];
}

const Line = ({ children }: { children: ReactNode }) => (
  <li className="flex items-center gap-2">
    <Check aria-hidden className="size-3.5 shrink-0 text-subtle" />
    {children}
  </li>
);
