import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '@waggle/contracts/billing';
import { Download, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { invoicesQuery } from './queries.ts';
import { useAmount } from './use-amount.ts';

export function Invoices() {
  const { t } = useTranslation('billing');
  return (
    <Card title={t('invoices.title')} flush>
      <InvoiceList />
    </Card>
  );
}

function InvoiceList() {
  const { t } = useTranslation('billing');
  const { data, error, isFetching, refetch } = useQuery(invoicesQuery);
  if (!data && error) {
    return (
      <LoadError
        title={t('invoices.failed')}
        message={problemText(error)}
        retry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (!data) return <SkeletonRows className="px-4.5" />;
  if (data.items.length === 0) {
    return (
      <EmptyState title={t('invoices.none')} headingLevel={3}>
        {t('invoices.noneText')}
      </EmptyState>
    );
  }
  return (
    <table aria-label={t('invoices.title')} className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th>{t('invoices.date')}</th>
          <th>{t('invoices.number')}</th>
          <th>{t('invoices.plan')}</th>
          <th>{t('invoices.state')}</th>
          <th>{t('invoices.amount')}</th>
          <th>{t('invoices.document')}</th>
        </tr>
      </thead>
      <tbody>
        {data.items.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

const tones: Record<Invoice['state'], BadgeTone> = {
  paid: 'success',
  open: 'warning',
  'past-due': 'danger',
  void: 'neutral',
};

function InvoiceRow({ invoice: { createdAt, number, tier, state, total, url, pdfUrl } }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const amount = useAmount();
  const plan = tier && t('invoices.monthly', { plan: t(`plans.${tier}`) });
  const badge = <Badge tone={tones[state]}>{t(`invoices.states.${state}`)}</Badge>;
  return (
    <tr className="h-(--row-regular) border-t border-line first:border-t-0">
      <td className="py-1.5 pl-4.5 text-ink">
        <time dateTime={createdAt} className="whitespace-nowrap">
          {format.date(createdAt)}
        </time>
        <span className="mt-0.5 block md:hidden">{badge}</span>
      </td>
      <td className="px-3 font-mono text-xs text-muted max-md:hidden">{number}</td>
      <td className="px-3 text-muted max-md:hidden">{plan}</td>
      <td className="px-3 max-md:hidden">{badge}</td>
      <td className="px-3 text-right font-semibold whitespace-nowrap text-ink tabular-nums">{amount(total)}</td>
      <td className="w-px py-1 pr-3 text-right whitespace-nowrap">
        <Document number={number ?? format.date(createdAt)} state={state} url={url} pdfUrl={pdfUrl} />
      </td>
    </tr>
  );
}

/** An unpaid one is paid on its page; a paid one is a file to keep. */
function Document({ number, state, url, pdfUrl }: Pick<Invoice, 'state' | 'url' | 'pdfUrl'> & { number: string }) {
  const { t } = useTranslation('billing');
  const elsewhere = { target: '_blank', rel: 'noreferrer' };
  if (url && (state === 'open' || state === 'past-due')) {
    return (
      <a href={url} {...elsewhere} className="px-1.5 py-2 font-semibold text-link hover:underline">
        {t('invoices.pay')}
      </a>
    );
  }
  const address = pdfUrl ?? url;
  if (!address) return null;
  const Icon = pdfUrl ? Download : ExternalLink;
  const label = t(pdfUrl ? 'invoices.download' : 'invoices.view', { number });
  return (
    <Tooltip label={label}>
      <a
        href={address}
        {...elsewhere}
        aria-label={label}
        className={buttonClass({ variant: 'ghost', size: 'icon-md' })}
      >
        <Icon aria-hidden className="icon-control" />
      </a>
    </Tooltip>
  );
}
