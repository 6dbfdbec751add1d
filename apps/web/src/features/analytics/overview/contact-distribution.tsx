import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { ChartEmpty } from '#ui/chart-empty.tsx';
import type { Analytics } from '../queries.ts';

type Distribution = Analytics['distribution'];
type Status = Distribution[number]['status'];

const colours: Record<Status, string> = {
  active: 'var(--chart-1)',
  lead: 'var(--chart-2)',
  unsubscribed: 'var(--chart-6)',
  bounced: 'var(--chart-4)',
  complained: 'var(--chart-5)',
};

/** One bar in parts; the names beside it carry the meaning, and each opens its contacts. */
export function ContactDistribution({ distribution }: { distribution: Distribution }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const total = distribution.reduce((sum, { contacts }) => sum + contacts, 0);
  // Complaints are rare; a line of zero says less than none.
  const lines = distribution.filter(({ status, contacts }) => contacts > 0 || status !== 'complained');
  return (
    <Card title={t('distribution.title')}>
      {total === 0 ? (
        <div className="h-56">
          <ChartEmpty />
        </div>
      ) : (
        <>
          <p className="-mt-2 text-xl font-semibold tracking-[-0.025em] text-ink tabular-nums">
            {format.number(total)}
          </p>
          <p className="text-xs text-muted">{t('distribution.byStatus', { count: total })}</p>
          <div aria-hidden className="mt-3 flex h-3.5 gap-0.5 overflow-hidden rounded-sm">
            {distribution
              .filter(({ contacts }) => contacts > 0)
              .map(({ status, contacts }) => (
                <span key={status} className="min-w-1" style={{ flexGrow: contacts, background: colours[status] }} />
              ))}
          </div>
          <ul className="mt-2">
            {lines.map(({ status, contacts }) => (
              <li key={status} className="border-line not-last:border-b">
                <Link
                  to="/dashboard/contacts"
                  search={{ rules: { match: 'all', rules: [{ kind: 'status', op: 'isAnyOf', values: [status] }] } }}
                  className="-mx-1 grid min-h-10 grid-cols-[auto_1fr_auto_3.5rem] items-center gap-2.5 rounded-sm px-1 text-sm hover:bg-row-hover"
                >
                  <span aria-hidden className="size-2 rounded-[2px]" style={{ background: colours[status] }} />
                  <span className="text-ink">{t(`distribution.statuses.${status}`)}</span>
                  <span className="font-semibold text-ink tabular-nums">{format.number(contacts)}</span>
                  <span className="text-right text-muted tabular-nums">{format.percent(contacts / total)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
