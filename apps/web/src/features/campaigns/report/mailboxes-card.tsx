import { useQuery } from '@tanstack/react-query';
import type { CampaignFigures, readCampaignReport } from '@waggle/contracts/campaign-report';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { share } from '../rates.ts';
import { deliveredOf } from './delivered.ts';
import { reportQuery } from './queries.ts';
import { RowsLink } from './rows-link.tsx';

type Mailboxes = ReplyOf<typeof readCampaignReport>['mailboxes'][number];
type Figure = 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced';

const figures = ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const;

/** Below this share of delivered emails a provider turns many away, told once there are enough to tell. */
const lowDelivered = { share: 0.97, sent: 20 };

/** What became of the emails at each provider. Every number opens its rows. */
export function MailboxesCard({ campaign }: { campaign: CampaignFigures }) {
  const { t } = useTranslation('campaign-report');
  const { data } = useQuery(reportQuery(campaign.id, '24h'));
  if (!data || data.mailboxes.length === 0) return null;
  const { estimated } = deliveredOf(campaign.stats);
  return (
    <Card flush className="overflow-hidden" footer={estimated && t('mailboxes.estimated')}>
      <ScrollRegion label={t('mailboxes.title')}>
        <table className="w-full min-w-max text-sm">
          <caption className="sr-only">{t('mailboxes.title')}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-subtle">
              <th scope="col" className="px-4.5 py-2.5 text-left font-medium">
                {t('mailboxes.title')}
              </th>
              {figures.map((figure) => (
                <th key={figure} scope="col" className="px-4.5 py-2.5 text-right font-medium">
                  {t(`mailboxes.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.mailboxes.map((row) => (
              <Row key={row.provider} campaignId={campaign.id} row={row} estimated={estimated} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

/** Opened and clicked as a share of delivered, the others of sent. */
function wholeOf(figure: Figure, row: Mailboxes, delivered: number): number {
  return figure === 'opened' || figure === 'clicked' ? delivered : row.sent;
}

type RowProps = { campaignId: string; row: Mailboxes; estimated: boolean };

function Row({ campaignId, row, estimated }: RowProps) {
  const { t } = useTranslation('campaign-report');
  const { number, percent } = useFormat();
  const delivered = estimated ? Math.max(0, row.sent - row.bounced) : row.delivered;
  const isLow = row.sent >= lowDelivered.sent && delivered / row.sent < lowDelivered.share;
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className="px-4.5 py-2.5 text-left font-[550] text-ink">
        {t(`providers.${row.provider}`)}
      </th>
      {figures.map((figure) => {
        const people = figure === 'delivered' ? delivered : row[figure];
        const rate = share(people, wholeOf(figure, row, delivered));
        // An estimate has no rows of its own.
        const opens = people > 0 && !(figure === 'delivered' && estimated);
        return (
          <td key={figure} className="px-4.5 py-2.5 text-right whitespace-nowrap text-ink tabular-nums">
            {figure === 'delivered' && isLow && (
              <span title={t('mailboxes.low')} className="mr-1.5 inline-block align-[-2px] text-warning-text">
                <TriangleAlert aria-label={t('mailboxes.low')} role="img" className="size-3.5" />
              </span>
            )}
            {opens ? (
              <RowsLink
                campaignId={campaignId}
                rows={{ mailbox: row.provider, ...rowsOf(figure) }}
                className="underline underline-offset-2"
              >
                {number(people)}
              </RowsLink>
            ) : (
              number(people)
            )}
            {figure !== 'sent' && (
              <span className="ml-1.5 inline-block min-w-12 text-xs text-subtle">
                {rate === null ? '–' : percent(Math.min(1, rate))}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

const rowsOf = (figure: Figure) => (figure === 'sent' ? { state: 'accepted' } : { event: figure });
