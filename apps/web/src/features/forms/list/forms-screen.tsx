import type { ListedForm } from '@waggle/contracts/forms';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Plus } from 'lucide-react';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { OpenBuilder } from '../builder/open-builder.tsx';
import { FormsPlan } from '../plan-notice.tsx';
import { OpenShare } from '../share/open-share.tsx';
import { DeleteForm } from './delete-form.tsx';
import { useFormColumns, usePhoneRow } from './form-columns.tsx';
import type { Question } from './form-menu.tsx';
import { FormsToolbar } from './forms-toolbar.tsx';
import { NoForms } from './no-forms.tsx';
import { useFormLayer } from './use-form-layer.ts';
import { type FormsList, useFormsList } from './use-forms-list.ts';

const AnalyticsSheet = lazy(async () => ({
  default: (await import('../submissions/analytics-sheet.tsx')).AnalyticsSheet,
}));

const byId = ({ id }: ListedForm) => id;

export function FormsScreen() {
  const { t } = useTranslation('forms');
  const { number } = useFormat();
  const forms = useFormsList();
  const { open } = useFormLayer();
  const total = forms.page.data?.total;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        count={total ? number(total) : undefined}
        actions={<CreateForm onCreate={() => open({ create: true })} />}
      />
      <FormsPlan forms={forms} />
      <FormTable forms={forms} />
      <OpenShare />
      <OpenBuilder />
    </div>
  );
}

function CreateForm({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('forms');
  const wide = useMediaQuery('(min-width: 40rem)');
  if (!useHolds('forms:write')) return null;
  if (!wide) return <IconButton variant="primary" icon={Plus} label={t('create')} onClick={onCreate} />;
  return (
    <Button variant="primary" icon={Plus} onClick={onCreate}>
      {t('create')}
    </Button>
  );
}

function FormTable({ forms }: { forms: FormsList }) {
  const { t } = useTranslation('forms');
  const { layer, submissionId, open, close } = useFormLayer();
  const [deleting, setDeleting] = useState<string>();
  const ask = (formId: string, what: Question) => (what === 'delete' ? setDeleting(formId) : open({ [what]: formId }));
  const columns = useFormColumns(({ id }, what) => ask(id, what));
  const phoneRow = usePhoneRow();
  const { list, page } = forms;
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
  const nothingYet = page.data?.total === 0 && !forms.filtered;
  const deleted = page.data?.items.find(({ id }) => id === deleting);
  return (
    <>
      {!nothingYet && <FormsToolbar forms={forms} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        density="roomy"
        refreshing={page.isPlaceholderData}
        sort={list.order}
        onSortChange={list.setOrder}
        onRowOpen={({ id }) => open({ analytics: id })}
        activeRowId={layer.analytics}
        phoneRow={phoneRow}
        pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
        empty={<NoForms filtered={forms.filtered} onClear={forms.clear} onCreate={() => open({ create: true })} />}
      />
      {layer.analytics !== undefined && (
        <Suspense>
          <AnalyticsSheet
            formId={layer.analytics}
            submissionId={submissionId}
            rows={page.data?.items ?? []}
            onShow={(analytics) => open({ analytics })}
            onClose={close}
            onAsk={(what) => ask(layer.analytics ?? '', what)}
          />
        </Suspense>
      )}
      {deleted && <DeleteForm form={deleted} onClose={() => setDeleting(undefined)} onDeleted={close} />}
    </>
  );
}
