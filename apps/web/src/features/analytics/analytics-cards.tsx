import { Link } from '@tanstack/react-router';
import type { FigureName } from '@waggle/contracts/metrics';
import { MailOpen, QrCode, Send, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useDefinitions } from '#features/dashboard/index.ts';
import { useFormat } from '#lib/format.ts';
import { MetricCard, MetricCardSkeleton } from '#ui/metric-card.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import type { Analytics, Period } from './queries.ts';
import { useTabAddress } from './use-shown.ts';

const names = ['contacts', 'emailOpenRate', 'scans', 'activeCampaigns'] as const;
type Name = (typeof names)[number];

const grid = 'grid grid-cols-4 gap-4 max-lg:grid-cols-2 max-sm:gap-3';
/** Where the rows of each figure are, for those who may open them; a list of this screen shows the same period. */
function useRowsBehind(period: Period) {
  const tabAddress = useTabAddress();
  const opensContacts = useHolds('contacts:read');
  const opensCampaigns = useHolds('campaigns:read');
  return (name: Name) => {
    if (name === 'contacts') return opensContacts ? <Link to="/dashboard/contacts" search={{}} /> : undefined;
    if (name === 'activeCampaigns')
      return opensCampaigns ? <Link to="/dashboard/campaigns" search={{ status: 'ACTIVE' }} /> : undefined;
    return <Link {...tabAddress(name === 'scans' ? 'codes' : 'campaigns', period)} />;
  };
}
/** The figure, and its change. */
const counted: Record<Name, FigureName[]> = {
  contacts: ['contacts', 'contactsChange'],
  emailOpenRate: ['campaignOpenRate', 'campaignOpenRateChange'],
  scans: ['scans', 'scansChange'],
  activeCampaigns: ['activeCampaigns'],
};
const icons = { contacts: Users, emailOpenRate: MailOpen, scans: QrCode, activeCampaigns: Send };

/** Each figure says on hover what it counts, and opens what it counts. */
export function AnalyticsCards({ shown, period }: { shown: Analytics | undefined; period: Period }) {
  const { t } = useTranslation(['analytics', 'metrics']);
  const define = useDefinitions();
  const format = useFormat();
  const waiting = useDelayedPending(shown === undefined);
  const rowsBehind = useRowsBehind(period);
  if (!shown || waiting)
    return (
      <div className={waiting ? grid : `${grid} invisible`}>
        {names.map((name) => (
          <MetricCardSkeleton key={name} />
        ))}
      </div>
    );
  const valueOf = (name: Name) => {
    const { value } = shown[name];
    return name === 'emailOpenRate' || value === null ? format.rate(value) : format.number(value);
  };
  return (
    <div className={grid}>
      {names.map((name) => {
        const { change } = shown[name];
        return (
          <MetricCard
            key={name}
            icon={icons[name]}
            label={t(`cards.${name}`)}
            hint={`${define(...counted[name])} ${name === 'emailOpenRate' && shown.isDeliveredEstimated ? t('metrics:estimated') : ''}`}
            link={rowsBehind(name)}
            value={valueOf(name)}
            {...(shown.previous && { growth: change === null ? null : { percent: change, label: t('vsLast') } })}
          />
        );
      })}
    </div>
  );
}
