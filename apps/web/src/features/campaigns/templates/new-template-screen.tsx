import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { emptyDocument } from '../builder/content/documents.ts';
import { brandQuery } from '../builder/queries.ts';
import { TemplateEditor } from './template-editor.tsx';
import { useTemplatesTrail } from './templates-trail.tsx';

/** Begins with the brand of who is looked at, as a new email does. */
export function NewTemplateScreen() {
  const { t } = useTranslation('email-templates');
  const brand = useQuery(brandQuery(undefined));
  const trail = useTemplatesTrail();
  if (!useHolds('campaigns:write')) return <Navigate to="/dashboard/campaigns/templates" replace />;
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
