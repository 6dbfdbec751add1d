import { useQuery } from '@tanstack/react-query';
import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Import } from '@waggle/contracts/imports';
import type { Tag } from '@waggle/contracts/tags';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { contactFieldsQuery } from '../fields/queries.ts';
import { ColumnTable } from './column-table.tsx';
import type { PlanAnswers } from './draft.ts';
import { FileFormat } from './file-format.tsx';
import { newFieldsFor } from './new-fields.ts';
import { NewFieldsPanel } from './new-fields-panel.tsx';
import { PlanOptions } from './plan-options.tsx';
import { tagChoicesQuery } from '../queries.ts';
import { useOpenImport } from './queries.ts';
import { StepFrame } from './step-frame.tsx';
import { useNamedColumns } from './use-named-columns.ts';
import { usePlanForm, type PlanForm } from './use-plan-form.ts';

type MatchStepProps = {
  found: Import;
  /** Answers from before the person went back. */
  kept: PlanAnswers | undefined;
  onBack: (answers: PlanAnswers | undefined) => void;
  onChecking: () => void;
};

/** What each column becomes, and what holds for everybody in the file. */
export function MatchStep({ found, kept, onBack, onChecking }: MatchStepProps) {
  const { t } = useTranslation('contacts-import');
  const fields = useQuery(contactFieldsQuery);
  const tags = useQuery(tagChoicesQuery());
  const opening = useOpenImport();
  const open = opening.mutate;
  const unread = found.columns === null;
  // The upload was complete but its answer was lost, by a reload for example.
  useEffect(() => {
    if (unread) open({ importId: found.id });
  }, [unread, found.id, open]);

  if (fields.data && tags.data && !unread) {
    const known = {
      fields: fieldsOf(fields.data.items, found),
      tags: tags.data.items.filter(({ clientId }) => clientId === found.clientId),
    };
    return <Match found={found} known={known} kept={kept} onBack={onBack} onChecking={onChecking} />;
  }
  const error = opening.error ?? fields.error ?? tags.error;
  const retry = () => {
    if (fields.isError) void fields.refetch();
    if (tags.isError) void tags.refetch();
    if (opening.isError) open({ importId: found.id });
  };
  return (
    <StepFrame actions={<Button onClick={() => onBack(kept)}>{t('back')}</Button>}>
      {error ? (
        <LoadError title={t('match.failedTitle')} message={problemText(error)} retry={retry} />
      ) : (
        <SkeletonRows />
      )}
    </StepFrame>
  );
}

type MissingFieldsProps = { found: Import; form: PlanForm; fields: readonly ContactField[] };

/** Offered once: who has made the fields, or left some out, has answered. */
function MissingFields({ found, form, fields }: MissingFieldsProps) {
  const columns = useNamedColumns(found);
  const [answered, setAnswered] = useState(false);
  const missing = newFieldsFor(columns, form.choices, fields);
  if (answered || missing.length === 0) return null;
  return (
    <NewFieldsPanel
      fields={missing}
      onCreated={(at, key) => form.choose(at, `custom:${key}`)}
      onDone={() => setAnswered(true)}
    />
  );
}

/** Those every client has, and the client's own. */
const fieldsOf = (fields: readonly ContactField[], { clientId }: Import) =>
  fields.filter((field) => field.clientId === null || field.clientId === clientId);

type MatchProps = MatchStepProps & { known: { fields: readonly ContactField[]; tags: readonly Tag[] } };

function Match({ found, known, kept, onBack, onChecking }: MatchProps) {
  const { t } = useTranslation('contacts-import');
  const form = usePlanForm(found, known, kept);
  return (
    <StepFrame
      actions={
        <>
          <Button onClick={() => onBack(form.answers)}>{t('back')}</Button>
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
      {found.kind === 'contacts' && <MissingFields found={found} form={form} fields={known.fields} />}
      <ColumnTable found={found} form={form} {...known} />
      <FileFormat found={found} />
      {form.errors.email && (
        <Alert tone="danger" className="mt-4" title={t('match.noEmail')}>
          {t('match.noEmailText')}
        </Alert>
      )}
      {found.kind === 'contacts' && <PlanOptions form={form} clientId={found.clientId} />}
      {form.check.isError && (
        <Alert tone="danger" className="mt-4">
          {problemText(form.check.error)}
        </Alert>
      )}
    </StepFrame>
  );
}
