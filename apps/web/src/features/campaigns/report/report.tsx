import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useState } from 'react';
import { PageBody } from '#ui/page-header.tsx';
import { CampaignLayers, type Question } from '../actions/campaign-layers.tsx';
import { HoldNotice } from '../hold-notice.tsx';
import { Funnel } from './funnel.tsx';
import { LiveBand } from './live-band.tsx';
import { ReportHeader } from './report-header.tsx';

export function Report({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Question>();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ReportHeader campaign={campaign} onAsk={setAsked} />
      <PageBody className="flex flex-col gap-4">
        <LiveBand campaign={campaign} onAsk={setAsked} />
        <HoldNotice campaign={campaign} onAsk={setAsked} />
        <Funnel campaign={campaign} />
      </PageBody>
      {asked && (
        <CampaignLayers
          campaign={campaign}
          what={asked}
          onClose={() => setAsked(undefined)}
          onDeleted={() => void navigate({ to: '/dashboard/campaigns', search: {} })}
        />
      )}
    </div>
  );
}
