import { useMutation, useQuery } from '@tanstack/react-query';
import { type AuditEntry, exportAuditLog, listAuditLog } from '@waggle/contracts/audit';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOfCall, call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { saveAddress } from '#ui/save-file.ts';
import { toast } from '#ui/toast-store.ts';
import { Section } from '../section.tsx';
import { useAuditColumns, useAuditPhoneRow } from './audit-columns.tsx';
import { AuditDetails } from './audit-details.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery } from './queries.ts';
import { type AuditAddress, useAuditAddress } from './use-audit-address.ts';

/** Who did what. Nothing here can be changed, by anybody. */
export function AuditSection() {
  const { t } = useTranslation(['audit', 'settings']);
  const address = useAuditAddress();
  return (
    <Section
      title={t('sections.audit', { ns: 'settings' })}
      description={t('text')}
      actions={<ExportButton address={address} />}
    >
      <AuditFilters address={address} />
      <AuditList address={address} />
    </Section>
  );
}

function ExportButton({ address: { list, filter } }: { address: AuditAddress }) {
  const { t } = useTranslation('audit');
  const query = { search: list.search || undefined, ...filter };
  const start = useMutation({
    // A download cannot say that it failed, so a small call asks first.
    mutationFn: () => call(listAuditLog, { query: { ...query, limit: 1 } }),
    onSuccess: () => {
      const name = `audit_log_${new Date().toISOString().slice(0, 10)}.csv`;
      saveAddress(addressOfCall(exportAuditLog, { query }), name);
      toast({ title: t('exportStarted'), description: t('exportText', { name }) });
    },
    onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
  });
  return (
    <Button icon={Download} busy={start.isPending} onClick={() => start.mutate()}>
      {t('export')}
    </Button>
  );
}

const byId = (entry: AuditEntry) => entry.id;

function AuditList({ address }: { address: AuditAddress }) {
  const { t } = useTranslation(['audit', 'settings']);
  const { list, filter } = address;
  const page = useQuery(auditQuery({ ...list.query, ...filter }));
  const [openedId, setOpenedId] = useState<string>();
  const columns = useAuditColumns();
  const phoneRow = useAuditPhoneRow();
  const items = page.data?.items ?? [];
  const at = items.findIndex(({ id }) => id === openedId);
  const opened = items[at];
  const step = (to: AuditEntry | undefined) => (to ? () => setOpenedId(to.id) : undefined);

  if (page.isError) {
    return (
      <Card>
        <LoadError
          title={t('failed')}
          message={problemText(page.error)}
          retry={() => void page.refetch()}
          busy={page.isFetching}
        />
      </Card>
    );
  }
  return (
    <Card flush className="overflow-hidden">
      <DataTable
        label={t('sections.audit', { ns: 'settings' })}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        refreshing={page.isPlaceholderData}
        sort={list.order}
        onSortChange={list.setOrder}
        onRowOpen={({ id }) => setOpenedId(id)}
        activeRowId={openedId}
        density="roomy"
        phoneRow={phoneRow}
        pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
        empty={<NoEntries clear={address.isNarrowed ? address.clear : undefined} />}
      />
      {opened && (
        <AuditDetails
          entry={opened}
          walk={{ onPrevious: step(items[at - 1]), onNext: step(items[at + 1]) }}
          onClose={() => setOpenedId(undefined)}
        />
      )}
    </Card>
  );
}

function NoEntries({ clear }: { clear: (() => void) | undefined }) {
  const { t } = useTranslation('audit');
  if (!clear)
    return (
      <EmptyState title={t('empty')} headingLevel={3}>
        {t('emptyText')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('noMatch')} headingLevel={3} action={<Button onClick={clear}>{t('filters.clear')}</Button>}>
      {t('noMatchText')}
    </EmptyState>
  );
}
