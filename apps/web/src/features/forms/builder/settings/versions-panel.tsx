import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormVersion, listFormVersions, restoreFormVersion } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { formKeys } from '../../keys.ts';
import { useBuilder } from '../builder-context.ts';
import { useKeepForm } from '../draft/use-keeper.ts';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';

const versionsQuery = (formId: string) =>
  queryOptions({
    queryKey: [...formKeys.one(formId), 'versions'],
    queryFn: ({ signal }) => call(listFormVersions, { params: { formId } }, signal),
    refetchOnMount: 'always',
  });

/** What was published, to go back to. */
export function VersionsPanel({ formId }: PanelProps) {
  const { t } = useTranslation('form-builder');
  const versions = useQuery({ ...versionsQuery(formId ?? ''), enabled: formId !== undefined }).data?.items ?? [];
  return (
    <PanelSection
      title={t('versions.title')}
      description={t(versions.length === 0 ? 'versions.none' : 'versions.text')}
    >
      {formId !== undefined && versions.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {versions.map((version) => (
            <VersionRow key={version.version} formId={formId} version={version} />
          ))}
        </ul>
      )}
    </PanelSection>
  );
}

function VersionRow({
  formId,
  version: { version, publishedAt, publishedBy },
}: {
  formId: string;
  version: FormVersion;
}) {
  const { t } = useTranslation('form-builder');
  const format = useFormat();
  const { form, readOnly } = useBuilder();
  const { restore, isPending } = useRestore(formId);
  const date = format.date(publishedAt);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm font-[550] text-ink">
          {t('versions.nth', { version })}
          {form?.version === version && <Badge tone="success">{t('versions.live')}</Badge>}
        </p>
        <p className="truncate text-xs text-subtle">
          {publishedBy === null ? date : t('versions.by', { date, name: publishedBy })}
        </p>
      </div>
      {!readOnly && (
        <Button
          size="sm"
          busy={isPending}
          aria-label={t('versions.restoreOf', { version })}
          onClick={() => restore(version)}
        >
          {t('versions.restore')}
        </Button>
      )}
    </li>
  );
}

function useRestore(formId: string) {
  const { t } = useTranslation('form-builder');
  const { replaceDraft } = useBuilder();
  const keep = useKeepForm();
  const restoring = useMutation({
    mutationFn: (version: number) => call(restoreFormVersion, { params: { formId, version } }),
  });
  const restore = (version: number) =>
    runMutation(restoring, version, {
      onSuccess: (form) => {
        replaceDraft(keep(form));
        toast({ tone: 'success', title: t('versions.restored', { version }) });
      },
      onError: (error) => toast({ tone: 'error', title: t('versions.failed'), description: problemText(error) }),
    });
  return { restore, isPending: restoring.isPending };
}
