import { useQuery } from '@tanstack/react-query';
import type { ReportLink } from '@waggle/contracts/reports';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { toast } from '#ui/toast-store.ts';
import { useReportName } from './use-report-name.ts';
import { reportLinksQuery, useRevokeLink } from './queries.ts';

/** Links of reports that were emailed and still work. Without any there is nothing to say. */
export function ReportLinks() {
  const { t } = useTranslation('analytics');
  const links = useQuery(reportLinksQuery);
  if (links.isError && !links.data)
    return (
      <LoadError
        title={t('reports.linksFailed')}
        message={problemText(links.error)}
        retry={() => void links.refetch()}
        busy={links.isFetching}
      />
    );
  if (!links.data?.items.length) return null;
  return (
    <section aria-labelledby="report-links">
      <h3 id="report-links" className="text-sm font-semibold text-ink">
        {t('reports.links')}
      </h3>
      <p className="mb-2 text-xs text-muted">{t('reports.linksText')}</p>
      <ul className="overflow-hidden rounded-lg border border-line [&>li:first-child]:border-t-0">
        {links.data.items.map((link) => (
          <LinkItem key={link.id} link={link} />
        ))}
      </ul>
    </section>
  );
}

function LinkItem({ link }: { link: ReportLink }) {
  const { t } = useTranslation('analytics');
  const { day, date } = useFormat();
  const nameOf = useReportName();
  const revoke = useRevokeLink();
  const [isAsked, setAsked] = useState(false);
  const period = t('reports.period', { from: day(link.period.from), to: day(link.period.to) });
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-sm wrap-anywhere text-ink">{`${nameOf(link.clientName)} · ${period}`}</p>
        <p className="text-xs text-muted">
          {[link.isTest && t('reports.isTest'), t('reports.until', { day: date(link.expiresAt) })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button size="sm" aria-label={t('reports.revokeFor', { period })} onClick={() => setAsked(true)}>
        {t('reports.revoke')}
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={t('reports.revokeQuestion')}
        confirmLabel={t('reports.revoke')}
        busy={revoke.isPending}
        onConfirm={() =>
          runMutation(revoke, link.id, {
            onSuccess: () => toast({ tone: 'success', title: t('reports.revoked') }),
            onError: (error) =>
              toast({ tone: 'error', title: t('reports.changeFailed'), description: problemText(error) }),
            onSettled: () => setAsked(false),
          })
        }
      >
        {t('reports.revokeText')}
      </Confirm>
    </li>
  );
}
