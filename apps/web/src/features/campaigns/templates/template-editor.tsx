import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import type { Owner } from '@waggle/contracts/clients';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { useMayChange } from '#features/email-templates/index.ts';
import { UnsavedChanges } from '#lib/unsaved-changes.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { brandQuery } from '../builder/queries.ts';
import { TemplateLines } from './template-lines.tsx';
import { useTemplatesTrail } from './templates-trail.tsx';
import { type Edited, type TemplateForm, useTemplateForm } from './use-template-form.ts';

const EmailEditor = lazy(async () => ({ default: (await import('../editor/email-editor.tsx')).EmailEditor }));

/** A template of blocks, built as an email is. */
export function TemplateEditor(edited: Edited) {
  const { template } = edited;
  const parts = useTemplateForm(edited);
  const mayChange = useMayChange();
  const mayWrite = useHolds('campaigns:write');
  const isPhone = useIsPhone();
  const clientId = useClientOf(template?.clientId, parts.client.chosen);
  const brand = useQuery(brandQuery(clientId)).data;
  if (parts.createdId)
    return (
      <Navigate to="/dashboard/campaigns/templates/$templateId" params={{ templateId: parts.createdId }} replace />
    );
  const { client, document, setDocument, isDirty } = parts;
  const readOnly = !mayWrite || (template !== undefined && !mayChange(template));
  // Once a new one is made the page is that of the made one: nothing may change on the way.
  const isStill = readOnly || (parts.form.formState.isSubmitting && !template);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <UnsavedChanges asks={isDirty} />
      <TemplateHead parts={parts} isNew={!template} readOnly={readOnly} />
      <Suspense fallback={<SkeletonRows className="min-h-64 p-5" />}>
        <EmailEditor
          value={document}
          onChange={setDocument}
          brand={brand}
          readOnly={isStill}
          preview={isPhone ? 'phone' : 'desktop'}
          aside={<TemplateLines parts={parts} template={template} readOnly={isStill} />}
          owner={ownerOf(clientId)}
          savedBlocks={!template && client.missing ? undefined : { clientId }}
        />
      </Suspense>
    </div>
  );
}

type HeadProps = { parts: TemplateForm; isNew: boolean; readOnly: boolean };

function TemplateHead({ parts: { form, save, isDirty }, isNew, readOnly }: HeadProps) {
  const { t } = useTranslation('email-templates');
  const { isSubmitting, defaultValues } = form.formState;
  return (
    <PageHeader
      title={isNew ? t('create') : defaultValues?.name}
      breadcrumb={useTemplatesTrail()}
      status={isDirty && !readOnly ? <Badge tone="neutral">{t('unsaved')}</Badge> : undefined}
      actions={
        !readOnly && (
          <Button
            variant="primary"
            onClick={() => void save()}
            disabled={!isNew && !isDirty}
            busy={isSubmitting}
            busyLabel={t('saving')}
          >
            {t('save')}
          </Button>
        )
      }
    />
  );
}

/** Whose tags, fields, images and brand are offered: of the template, else of who was chosen or is looked at. */
function useClientOf(own: string | null | undefined, chosen: string | null | undefined): string | null | undefined {
  const { activeClientId, clientId } = useUser();
  if (own !== undefined) return own;
  return chosen === undefined ? (activeClientId ?? clientId ?? undefined) : chosen;
}

const ownerOf = (clientId: string | null | undefined): Owner | undefined =>
  clientId === null ? 'organization' : clientId;
