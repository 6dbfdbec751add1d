import { Link } from '@tanstack/react-router';
import type { SequenceEmailFigures } from '@waggle/contracts/campaign-report';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { reportOf } from '../../addresses.ts';
import { deliveredOf } from '../delivered.ts';

const columns = ['email', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'unsubscribed'] as const;

/** What became of each email; its subject leads to its own report. */
export function EmailTable({ emails }: { emails: readonly SequenceEmailFigures[] }) {
  const { t } = useTranslation('campaign-report');
  return (
    <Card flush className="overflow-hidden">
      <ScrollRegion label={t('sequence.table')}>
        <table className="w-full min-w-max text-sm">
          <caption className="sr-only">{t('sequence.table')}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-subtle">
              {columns.map((column) => (
                <th key={column} scope="col" className="px-4.5 py-2.5 text-right font-medium first:text-left">
                  {t(`sequence.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {emails.map((email, at) => (
              <Row key={email.id} email={email} no={at + 1} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function Row({ email, no }: { email: SequenceEmailFigures; no: number }) {
  const { number } = useFormat();
  const { stats } = email;
  const { sent, opened, clicked, bounced, unsubscribed } = stats;
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className="px-4.5 py-3 text-left font-normal">
        <EmailName email={email} no={no} />
      </th>
      {Object.entries({ sent, delivered: deliveredOf(stats).people, opened, clicked, bounced, unsubscribed }).map(
        ([column, people]) => (
          <td key={column} className="px-4.5 py-3 text-right text-ink tabular-nums">
            {number(people)}
          </td>
        ),
      )}
    </tr>
  );
}

function EmailName({
  email: { subject, sendingId, wait, holdReason },
  no,
}: {
  email: SequenceEmailFigures;
  no: number;
}) {
  const { t } = useTranslation('campaign-report');
  const { number } = useFormat();
  const when = wait
    ? t(`sequence.after.${wait.unit}`, { count: wait.amount, shown: number(wait.amount) })
    : t('sequence.atStart');
  return (
    <span className="flex max-w-80 min-w-48 flex-col">
      <span className="flex min-w-0 items-center gap-2">
        {sendingId ? (
          <Link {...reportOf(sendingId)} className="truncate font-semibold text-ink underline-offset-2 hover:underline">
            {subject}
          </Link>
        ) : (
          <span className="truncate font-semibold text-ink">{subject}</span>
        )}
        {holdReason && <Badge tone="warning">{t('sequence.held')}</Badge>}
      </span>
      <span className="truncate text-xs text-subtle">
        {t('sequence.email', { no })}, {when}
      </span>
    </span>
  );
}
