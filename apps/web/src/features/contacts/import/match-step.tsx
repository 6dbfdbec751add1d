import { useQuery } from '@tanstack/react-query';
import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Import } from '@waggle/contracts/imports';
import type { Tag } from '@waggle/contracts/tags';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { contactFieldsQuery } from '../fields/queries.ts';
import { ColumnTable } from './column-table.tsx';
import { FileFormat } from './file-format.tsx';
import { PlanOptions } from './plan-options.tsx';
import { tagChoicesQuery, useOpenImport } from './queries.ts';
import { StepFrame } from './step-frame.tsx';
import { usePlanForm } from './use-plan-form.ts';

type MatchStepProps = { found: Import; onBack: () => void; onChecking: () => void };

/** What each column becomes, and what holds for everybody in the file. */
export function MatchStep({ found, onBack, onChecking }: MatchStepProps) {
  const { t } = useTranslation('contacts-import');
  const fields = useQuery(contactFieldsQuery);
  const tags = useQuery(tagChoicesQuery(''));
  const opening = useOpenImport();
  const open = opening.mutate;
  const unread = found.columns === null;
  // The upload was complete but its answer was lost, by a reload for example.
  useEffect(() => {
    if (unread) open({ importId: found.id });
  }, [unread, found.id, open]);

  if (fields.data && tags.data && !unread) {
    return (
      <Match found={found} fields={fields.data.items} tags={tags.data.items} onBack={onBack} onChecking={onChecking} />
    );
  }
  const error = opening.error ?? fields.error ?? tags.error;
  const retry = () => {
    if (fields.isError) void fields.refetch();
    if (tags.isError) void tags.refetch();
    if (opening.isError) open({ importId: found.id });
  };
  return (
    <StepFrame actions={<Button onClick={onBack}>{t('back')}</Button>}>
      {error ? (
        <LoadError title={t('match.failedTitle')} message={problemText(error)} retry={retry} />
      ) : (
        <SkeletonRows />
      )}
    </StepFrame>
  );
}

type MatchProps = MatchStepProps & { fields: readonly ContactField[]; tags: readonly Tag[] };

function Match({ found, fields, tags, onBack, onChecking }: MatchProps) {
  const { t } = useTranslation('contacts-import');
  const form = usePlanForm(found, { fields, tags });
  return (
    <StepFrame
      actions={
        <>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button
            variant="primary"
            busy={form.check.isPending}
            onClick={() => void form.submit().then((sent) => sent && onChecking())}
          >
            {t('continue')}
          </Button>
        </>
      }
    >
      <ColumnTable found={found} form={form} fields={fields} tags={tags} />
      <FileFormat found={found} />
      {form.errors.email && (
        <Alert tone="danger" className="mt-4" title={t('match.noEmail')}>
          {t('match.noEmailText')}
        </Alert>
      )}
      {found.kind === 'contacts' && <PlanOptions form={form} />}
      {form.check.isError && (
        <Alert tone="danger" className="mt-4">
          {problemText(form.check.error)}
        </Alert>
      )}
    </StepFrame>
  );
}
