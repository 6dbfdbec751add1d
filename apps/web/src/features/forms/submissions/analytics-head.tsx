import { useQuery } from '@tanstack/react-query';
import { exportFormSubmissions } from '@waggle/contracts/form-submissions';
import type { FormSummary } from '@waggle/contracts/forms';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useClientNames, useHolds } from '#features/accounts/index.ts';
import { addressOfCall } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { figuresQuery } from './queries.ts';

export function AnalyticsHead({ form }: { form: FormSummary }) {
  const { t } = useTranslation('form-submissions');
  const client = useClientNames().get(form.clientId ?? '');
  const mayExport = useHolds('forms:export');
  const { data } = useQuery(figuresQuery(form.id));
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 pb-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {/* The sheet says it as its title; here it is for the eye. */}
          <span aria-hidden className="min-w-0 text-lg leading-snug font-semibold wrap-anywhere text-ink">
            {t('title', { name: form.name })}
          </span>
          <StatusBadge form={form} />
        </p>
        <p className="mt-1 flex min-w-0 items-center gap-2 text-sm text-muted">
          {client && <Hexagon name={client} size={18} />}
          <span className="min-w-0">{useSummary(form, client)}</span>
        </p>
      </div>
      {mayExport && data !== undefined && data.total > 0 && (
        <a
          href={addressOfCall(exportFormSubmissions, { params: { formId: form.id } })}
          download
          className={buttonClass({ variant: 'primary' })}
        >
          <Download aria-hidden className="icon-control" />
          {t('export')}
        </a>
      )}
    </div>
  );
}

/** Whose it is, how many people sent it since when, and which version people see. */
function useSummary(form: FormSummary, client: string | undefined): string {
  const { t } = useTranslation('form-submissions');
  const { number, date } = useFormat();
  const { data } = useQuery(figuresQuery(form.id));
  const count = data?.total ?? form.submissions;
  const shown = number(count);
  const sent = data?.since ? t('sentSince', { count, shown, since: date(data.since) }) : t('sent', { count, shown });
  return [client, sent, form.version !== null && t('version', { version: number(form.version) })]
    .filter(Boolean)
    .join(' · ');
}
