import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { MailOpen, QrCode, Send, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { MetricCard, MetricCardSkeleton } from '#ui/metric-card.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { useUiText } from '#ui/ui-text.tsx';
import type { Analytics } from './queries.ts';

const grid = 'grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3';
const rows = {
  contacts: { to: '/dashboard/contacts', search: {} },
  emailOpenRate: { to: '/dashboard/analytics', search: { tab: 'campaigns' } },
  scans: { to: '/dashboard/analytics', search: { tab: 'codes' } },
  activeCampaigns: { to: '/dashboard/campaigns', search: { status: 'ACTIVE' } },
} as const;
const icons = { contacts: Users, emailOpenRate: MailOpen, scans: QrCode, activeCampaigns: Send };
const names = ['contacts', 'emailOpenRate', 'scans', 'activeCampaigns'] as const;

/** Each figure says on hover what it counts, and opens what it counts. */
export function AnalyticsCards({ shown }: { shown: Analytics | undefined }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const text = useUiText();
  const waiting = useDelayedPending(shown === undefined);
  if (!shown || waiting)
    return (
      <div className={waiting ? grid : `${grid} invisible`}>
        {names.map((name) => (
          <MetricCardSkeleton key={name} />
        ))}
      </div>
    );
  const valueOf = (name: (typeof names)[number]) => {
    const { value } = shown[name];
    if (value === null) return text.noDataAvailable;
    return name === 'emailOpenRate' ? format.percent(value / 100) : format.number(value);
  };
  return (
    <div className={grid}>
      {names.map((name) => {
        const { value, change } = shown[name];
        return (
          <MetricCard
            key={name}
            icon={icons[name]}
            label={t(`cards.${name}.label`)}
            value={
              <Tooltip label={definitionOf(t, name, shown)}>
                <Link
                  {...rows[name]}
                  className={`hover:underline ${value === null ? 'text-base font-normal tracking-normal text-subtle' : ''}`}
                >
                  {valueOf(name)}
                </Link>
              </Tooltip>
            }
            {...(shown.previous && { growth: change === null ? null : { percent: change, label: t('vsLast') } })}
          />
        );
      })}
    </div>
  );
}

function definitionOf(
  t: TFunction<'analytics'>,
  name: (typeof names)[number],
  { isDeliveredEstimated }: Analytics,
): string {
  const definition = t(`cards.${name}.definition`);
  return name === 'emailOpenRate' && isDeliveredEstimated ? `${definition} ${t('estimated')}` : definition;
}
