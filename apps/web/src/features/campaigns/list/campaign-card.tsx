import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Progress } from '#ui/progress.tsx';
import type { Question } from '../actions/campaign-layers.tsx';
import { useAboutText } from '../about-text.ts';
import { CampaignName } from '../campaign-name.tsx';
import { HoldNotice } from '../hold-notice.tsx';
import { phaseOf, progressOf } from '../phase.ts';
import { listRates } from '../rates.ts';
import { useRecipientsText } from '../recipients-text.ts';
import { useScheduleText } from '../schedule-text.tsx';
import { CampaignTypeBadge, StatusBadge } from '../status-badge.tsx';
import { CardActions } from './card-actions.tsx';
import { EmailThumbnail } from './email-thumbnail.tsx';

type CampaignCardProps = { campaign: CampaignSummary; onAsk: (what: Question) => void };

export function CampaignCard({ campaign, onAsk }: CampaignCardProps) {
  const about = useAboutText()(campaign);
  return (
    <article
      aria-label={campaign.name}
      className="flex min-w-0 flex-col rounded-lg border border-line-strong bg-surface p-4 shadow-xs"
    >
      <div className="flex min-w-0 gap-3.5 border-b border-line pb-3">
        <EmailThumbnail name={campaign.name} className="h-16 w-13" />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap gap-1.5">
            <StatusBadge status={campaign.status} />
            <CampaignTypeBadge type={campaign.type} />
          </div>
          <h2 className="mt-1 truncate text-[0.9375rem] leading-6 font-semibold text-ink">
            <CampaignName campaign={campaign} />
          </h2>
          <p title={about} className="truncate text-sm text-muted">
            {about}
          </p>
        </div>
      </div>
      <Figures campaign={campaign} />
      <SendingProgress campaign={campaign} />
      <Details campaign={campaign} />
      {campaign.holdMessage && <HoldNotice campaign={campaign} onAsk={onAsk} className="mt-3" />}
      <CardActions campaign={campaign} onAsk={onAsk} />
    </article>
  );
}

function Figures({ campaign: { stats } }: { campaign: CampaignSummary }) {
  const { t } = useTranslation('campaigns');
  const { number, percent } = useFormat();
  const { opened, clicked } = listRates(stats);
  const shown = (rate: number | null) => (rate === null ? '–' : percent(rate));
  return (
    <dl className="grid grid-cols-3 gap-2 pt-3">
      <Figure label={t('figures.sent')} value={number(stats.sent)} />
      <Figure label={t('figures.opened')} value={shown(opened)} hint={t('figures.openedHint')} />
      <Figure label={t('figures.clicked')} value={shown(clicked)} hint={t('figures.clickedHint')} />
    </dl>
  );
}

function Figure({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div title={hint} className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="truncate text-xs text-muted">{label}</dt>
      <dd className="text-[1.0625rem] leading-6 font-semibold text-ink tabular-nums">{value}</dd>
    </div>
  );
}

function SendingProgress({ campaign }: { campaign: CampaignSummary }) {
  const { t } = useTranslation('campaigns');
  const phase = phaseOf(campaign);
  const { total, done } = progressOf(campaign);
  // A sequence goes on for weeks: its emails have a progress each.
  if (campaign.emails || total === 0 || (phase !== 'sending' && phase !== 'cancelling')) return null;
  const percent = Math.floor((done / total) * 100);
  return (
    <div className="mt-2.5 flex items-center gap-2.5 text-xs text-muted">
      <Progress value={done} max={total} label={t('progress.label', { name: campaign.name })} className="flex-1" />
      <span className="shrink-0 tabular-nums">
        {t(campaign.waitsUntil ? 'progress.waiting' : `progress.${phase}`, { percent })}
      </span>
    </div>
  );
}

function Details({ campaign }: { campaign: CampaignSummary }) {
  const { t } = useTranslation('campaigns');
  const recipients = useRecipientsText();
  const schedule = useScheduleText();
  const { scheduledAt, eachZone, sentAt, createdAt, waitsUntil } = campaign;
  return (
    <dl className="mt-3 grid flex-1 content-start grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-1 text-xs">
      <Detail label={t('dates.recipients')}>{recipients(campaign)}</Detail>
      {scheduledAt && !sentAt && (
        <Detail label={t('dates.scheduled')}>
          <CalendarClock aria-hidden className="mr-1 inline size-3.5 align-[-0.15em] text-accent-mark" />
          {schedule(scheduledAt, eachZone)}
        </Detail>
      )}
      {waitsUntil && (
        <Detail label={t('dates.waits')}>
          <CalendarClock aria-hidden className="mr-1 inline size-3.5 align-[-0.15em] text-accent-mark" />
          {schedule(waitsUntil)}
        </Detail>
      )}
      {sentAt && (
        <Detail label={t('dates.sent')}>
          <Time at={sentAt} />
        </Detail>
      )}
      <Detail label={t('dates.created')}>
        <Time at={createdAt} />
      </Detail>
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-subtle">{label}</dt>
      <dd className="truncate text-muted">{children}</dd>
    </>
  );
}
