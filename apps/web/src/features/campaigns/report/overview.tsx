import type { CampaignFigures } from '@waggle/contracts/campaign-report';
import type { Campaign } from '@waggle/contracts/campaigns';
import { RevenueFigure } from '#features/purchases/index.ts';
import { PageBody } from '#ui/page-header.tsx';
import type { Question } from '../actions/campaign-layers.tsx';
import { HoldNotice } from '../hold-notice.tsx';
import { DevicesCard } from './devices-card.tsx';
import { Funnel } from './funnel.tsx';
import { LinkClicks } from './link-clicks.tsx';
import { LiveBand } from './live-band.tsx';
import { MailboxesCard } from './mailboxes-card.tsx';
import { OutcomeCard } from './outcome-card.tsx';
import { ReaderCurve } from './reader-curve.tsx';

export function Overview({ campaign, onAsk }: { campaign: Campaign; onAsk: (what: Question) => void }) {
  return (
    <PageBody className="flex flex-col gap-4">
      <LiveBand campaign={campaign} onAsk={onAsk} />
      <HoldNotice campaign={campaign} onAsk={onAsk} />
      {campaign.sentAt && (
        <>
          <Funnel campaign={campaign} />
          <RevenueFigure source={{ campaignId: campaign.id }} />
          <Results campaign={campaign} />
        </>
      )}
    </PageBody>
  );
}

/** What readers did, and what became of the emails. */
export function Results({ campaign }: { campaign: CampaignFigures & Partial<Pick<Campaign, 'retryable'>> }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <ReaderCurve campaignId={campaign.id} />
        <MailboxesCard campaign={campaign} />
        <DevicesCard campaignId={campaign.id} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <LinkClicks campaignId={campaign.id} />
        <OutcomeCard campaign={campaign} />
      </div>
    </div>
  );
}
