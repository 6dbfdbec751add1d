import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { EmailTemplate } from '@waggle/contracts/email-templates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { templateQuery, useTemplateLanguage } from '#features/email-templates/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { emptyDocument } from '../builder/content/documents.ts';
import { brandQuery } from '../builder/queries.ts';
import { TemplateEditor } from './template-editor.tsx';
import { useTemplatesTrail } from './templates-trail.tsx';

export function EditTemplateScreen() {
  const { templateId = '' } = useParams({ strict: false });
  return <SavedTemplate key={templateId} templateId={templateId} />;
}

function SavedTemplate({ templateId }: { templateId: string }) {
  const { t } = useTranslation('email-templates');
  const trail = useTemplatesTrail();
  const read = useQuery({
    ...templateQuery(templateId, { language: useTemplateLanguage(), colors: 'brand' }),
    refetchOnMount: 'always',
  });
  useRecordTitle(read.data?.name);
  // A copy from an earlier visit may be older than a colleague's change. What is open goes on being edited, whatever is read later.
  const [opened, setOpened] = useState<EmailTemplate>();
  if (!opened && read.data && read.isFetchedAfterMount) setOpened(read.data);

  if (!opened && read.error instanceof ApiProblem && read.error.status === 404)
    return <Navigate to={gallery} replace />;
  if (!opened)
    return (
      <>
        <PageHeader title={t('form.editTitle')} breadcrumb={trail} />
        <PageBody>
          {read.isError ? (
            <LoadError
              title={t('failed')}
              message={problemText(read.error)}
              retry={() => void read.refetch()}
              busy={read.isFetching}
            />
          ) : (
            <SkeletonRows className="min-h-64" />
          )}
        </PageBody>
      </>
    );
  // HTML is changed where the templates are, and a built-in one is duplicated there.
  if (opened.scope === 'built-in' || !opened.document) return <Navigate to={gallery} replace />;
  return <TemplateEditor template={{ ...opened, document: opened.document }} />;
}

const gallery = '/dashboard/campaigns/templates';

/** Begins with the brand of who is looked at, as a new email does. */
export function NewTemplateScreen() {
  const { t } = useTranslation('email-templates');
  const brand = useQuery(brandQuery(undefined));
  const trail = useTemplatesTrail();
  if (!useHolds('campaigns:write')) return <Navigate to={gallery} replace />;
  if (brand.data) return <TemplateEditor begun={emptyDocument(brand.data)} />;
  return (
    <>
      <PageHeader title={t('create')} breadcrumb={trail} />
      <PageBody>
        {brand.isError ? (
          <LoadError
            title={t('failed')}
            message={problemText(brand.error)}
            retry={() => void brand.refetch()}
            busy={brand.isFetching}
          />
        ) : (
          <SkeletonRows className="min-h-64" />
        )}
      </PageBody>
    </>
  );
}
