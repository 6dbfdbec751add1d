import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '@waggle/contracts/audit';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, organizationQuery } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';

type Change = AuditEntry['changes'][number];

/** Names of fields as the API calls them, with their values where the log keeps any. */
export function AuditChanges({ entry: { changes, action } }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-[550] text-ink">
        {t(action.endsWith('.export') ? 'details.columns' : 'details.changes')}
      </h3>
      <ul className="overflow-hidden rounded-lg border border-line">
        {changes.map((change) => (
          <li key={change.field} className="flex flex-col gap-1 border-line px-3.5 py-2.5 text-sm not-first:border-t">
            <code className="font-mono text-xs text-muted">{change.field}</code>
            {(change.from !== undefined || change.to !== undefined) && <Values change={change} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Values({ change }: { change: Change }) {
  const { t } = useTranslation('audit');
  const shown = useValue(change.field);
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-ink [overflow-wrap:anywhere]">
      {change.from !== undefined && (
        <>
          <span className="text-subtle line-through">
            <span className="sr-only">{t('details.before')}: </span>
            {shown(change.from)}
          </span>
          <ArrowRight aria-hidden className="size-3.5 shrink-0 text-subtle" />
        </>
      )}
      <span>
        <span className="sr-only">{t('details.after')}: </span>
        {shown(change.to)}
      </span>
    </span>
  );
}

const isOfClients = (field: string): boolean => field === 'clientId' || field === 'clientIds';

function useValue(field: string): (value: Change['to']) => string {
  const { t } = useTranslation(['audit', 'app']);
  const format = useFormat();
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const clients = useQuery({ ...clientChoicesQuery, enabled: isAgency && isOfClients(field) }).data?.items ?? [];
  const nameOf = (id: unknown) => clients.find((client) => client.id === id)?.name ?? String(id);
  return (value) => {
    if (field === 'clientIds' && Array.isArray(value))
      return value.length === 0 ? t('app:activeClient.all') : value.map(nameOf).join(', ');
    if (value === null || value === undefined || value === '') return t('details.nothing');
    if (typeof value === 'boolean') return t(value ? 'details.yes' : 'details.no');
    if (typeof value !== 'string') return JSON.stringify(value);
    if (field === 'clientId') return nameOf(value);
    return field.endsWith('At') ? format.fullDate(value) : value;
  };
}
