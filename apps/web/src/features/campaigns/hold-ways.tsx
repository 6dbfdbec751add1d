import { Link } from '@tanstack/react-router';
import type { HoldReason } from '@waggle/contracts/campaign-holds';
import { useTranslation } from 'react-i18next';
import { ResendConfirmation, useHolds } from '#features/accounts/index.ts';
import type { Question } from './actions/campaign-layers.tsx';

type Place = `/dashboard/settings/${'clients' | 'connections' | 'domains' | 'senders' | 'sending'}`;

/** Where the way out begins; those that only need Resume have it on their card. */
const places: Partial<Record<HoldReason, Place>> = {
  'sender-untrusted': '/dashboard/settings/domains',
  'sender-refused': '/dashboard/settings/senders',
  secret_unreadable: '/dashboard/settings/connections',
  'connection-refused': '/dashboard/settings/connections',
  'connection-blocked': '/dashboard/settings/connections',
  'certificate-name': '/dashboard/settings/connections',
  'certificate-expired': '/dashboard/settings/connections',
  'certificate-untrusted': '/dashboard/settings/connections',
  'encryption-missing': '/dashboard/settings/connections',
  not_set_up: '/dashboard/settings/sending',
  client_archived: '/dashboard/settings/clients',
};
const deadEnds: readonly HoldReason[] = ['recipients-gone', 'not_found', 'invalid_input', 'too_complex'];

const wayClass = 'font-[550] text-ink underline underline-offset-2';

type HoldWayProps = { reason: HoldReason; onAsk: (what: Question) => void };

/** The first step out of what holds a campaign. */
export function HoldWay({ reason, onAsk }: HoldWayProps) {
  const { t } = useTranslation('campaigns');
  const place = places[reason];
  if (place)
    return (
      <Link to={place} className={wayClass}>
        {t('hold.settings')}
      </Link>
    );
  if (deadEnds.includes(reason))
    return (
      <button type="button" className={wayClass} onClick={() => onAsk('cancel')}>
        {t('hold.cancel')}
      </button>
    );
  if (reason === 'plan_limit') return <PlanWays />;
  if (reason === 'address_unconfirmed') return <ResendConfirmation />;
  return null;
}

/** One automation less, or a plan with more of them. */
function PlanWays() {
  const { t } = useTranslation('campaigns');
  const mayBuy = useHolds('billing:manage');
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      <Link to="/dashboard/automations" className={wayClass}>
        {t('hold.automations')}
      </Link>
      {mayBuy && (
        <a href="/dashboard/billing" className={wayClass}>
          {t('hold.plans')}
        </a>
      )}
    </span>
  );
}
