import type { AutomationSummary } from '@waggle/contracts/automations';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { AutomationsPlan } from '../plan-notice.tsx';
import { RecipeScreen } from '../recipes/recipe-screen.tsx';
import { useAutomationColumns, usePhoneRow } from './automation-columns.tsx';
import { AutomationsToolbar } from './automations-toolbar.tsx';
import { DeleteAutomation } from './delete-automation.tsx';
import { type AutomationsList, useAutomationsList } from './use-automations-list.ts';

const byId = ({ id }: AutomationSummary) => id;

/** The list; while there is none, and where one is created, the recipes. */
export function AutomationsScreen() {
  const { t } = useTranslation('automations');
  const { number } = useFormat();
  const automations = useAutomationsList();
  const mayWrite = useHolds('automations:write');
  const total = automations.page.data?.total;
  const isEmpty = total === 0 && !automations.filtered;
  if (mayWrite && (automations.isCreating || isEmpty))
    return (
      <RecipeScreen
        isFirst={isEmpty}
        live={automations.page.data?.live}
        onClose={() => automations.setCreating(false)}
      />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        count={total ? number(total) : undefined}
        actions={mayWrite && <CreateButton onCreate={() => automations.setCreating(true)} />}
      />
      <AutomationsPlan live={automations.page.data?.live} />
      <AutomationTable automations={automations} />
    </div>
  );
}

function CreateButton({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('automations');
  const wide = useMediaQuery('(min-width: 40rem)');
  if (!wide) return <IconButton variant="primary" icon={Plus} label={t('create')} onClick={onCreate} />;
  return (
    <Button variant="primary" icon={Plus} onClick={onCreate}>
      {t('create')}
    </Button>
  );
}

function AutomationTable({ automations }: { automations: AutomationsList }) {
  const { t } = useTranslation('automations');
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<AutomationSummary>();
  const columns = useAutomationColumns(setDeleting);
  const phoneRow = usePhoneRow();
  const { list, page, filtered } = automations;
  if (page.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  }
  const empty = filtered ? (
    <EmptyState title={t('notFound.title')} action={<Button onClick={automations.clear}>{t('notFound.clear')}</Button>}>
      {t('notFound.text')}
    </EmptyState>
  ) : (
    <EmptyState title={t('none.title')}>{t('none.readOnly')}</EmptyState>
  );
  return (
    <>
      {(filtered || page.data?.total !== 0) && <AutomationsToolbar automations={automations} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        density="roomy"
        refreshing={page.isPlaceholderData}
        sort={list.order}
        onSortChange={list.setOrder}
        onRowOpen={({ id }) =>
          void navigate({ to: '/dashboard/automations/$automationId', params: { automationId: id } })
        }
        phoneRow={phoneRow}
        pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
        empty={empty}
      />
      {deleting && <DeleteAutomation automation={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
