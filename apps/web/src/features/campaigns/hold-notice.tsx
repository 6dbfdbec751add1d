import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { TriangleAlert } from 'lucide-react';
import { useHolds } from '#features/accounts/index.ts';
import { translateSentence } from '#lib/i18n.ts';
import { cx } from '#ui/class-names.ts';
import type { Question } from './actions/campaign-layers.tsx';
import { HoldWay } from './hold-ways.tsx';

type HoldNoticeProps = {
  campaign: CampaignSummary;
  onAsk: (what: Question) => void;
  className?: string | undefined;
};

/** Why it doesn't go on by itself, and what to do about it. */
export function HoldNotice({ campaign: { holdReason, holdMessage }, onAsk, className }: HoldNoticeProps) {
  const maySend = useHolds('campaigns:send');
  if (!holdReason || !holdMessage) return null;
  return (
    <div
      role="status"
      className={cx(
        'flex gap-2.5 rounded-md border border-warning-line bg-warning-soft px-3 py-2.5 text-xs',
        className,
      )}
    >
      <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-warning-text" />
      <div className="min-w-0 text-muted">
        {translateSentence(holdMessage)} {maySend && <HoldWay reason={holdReason} onAsk={onAsk} />}
      </div>
    </div>
  );
}
