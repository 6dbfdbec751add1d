import { Link } from '@tanstack/react-router';
import type { HoldReason } from '@waggle/contracts/campaign-holds';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { translateSentence } from '#lib/i18n.ts';
import { cx } from '#ui/class-names.ts';
import type { Question } from './actions/campaign-layers.tsx';

/** Where the way out begins; those that only need Resume have it on their card. */
const places: Partial<
  Record<HoldReason, '/dashboard/settings/domains' | '/dashboard/settings/connections' | '/dashboard/settings/sending'>
> = {
  'sender-untrusted': '/dashboard/settings/domains',
  secret_unreadable: '/dashboard/settings/connections',
  'connection-refused': '/dashboard/settings/connections',
  'connection-blocked': '/dashboard/settings/connections',
  'certificate-name': '/dashboard/settings/connections',
  'encryption-missing': '/dashboard/settings/connections',
  not_set_up: '/dashboard/settings/sending',
};
const deadEnds: readonly HoldReason[] = ['recipients-gone', 'not_found', 'invalid_input', 'too_complex'];

const actionClass = 'font-[550] text-ink underline underline-offset-2';

type HoldNoticeProps = {
  campaign: CampaignSummary;
  onAsk: (what: Question) => void;
  className?: string | undefined;
};

/** Why it doesn't go on by itself, and what to do about it. */
export function HoldNotice({ campaign: { holdReason, holdMessage }, onAsk, className }: HoldNoticeProps) {
  const { t } = useTranslation('campaigns');
  const maySend = useHolds('campaigns:send');
  if (!holdReason || !holdMessage) return null;
  const place = places[holdReason];
  return (
    <div
      role="status"
      className={cx(
        'flex gap-2.5 rounded-md border border-warning-line bg-warning-soft px-3 py-2.5 text-xs',
        className,
      )}
    >
      <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-warning-text" />
      <p className="min-w-0 text-muted">
        {translateSentence(holdMessage)}{' '}
        {maySend && place && (
          <Link to={place} className={actionClass}>
            {t('hold.settings')}
          </Link>
        )}
        {maySend && deadEnds.includes(holdReason) && (
          <button type="button" className={actionClass} onClick={() => onAsk('cancel')}>
            {t('hold.cancel')}
          </button>
        )}
      </p>
    </div>
  );
}
