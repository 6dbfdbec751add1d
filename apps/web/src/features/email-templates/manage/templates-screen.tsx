import { useQuery } from '@tanstack/react-query';
import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader, SectionHeader } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { isOwn, shelved } from '../gallery/shelves.ts';
import { templatesQuery, useTemplateLanguage } from '../queries.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { NewTemplate } from './new-template.tsx';
import { TemplateCard } from './template-card.tsx';
import { TemplateForm } from './template-form.tsx';

type Layer = { what: 'new' } | { what: 'edit' | 'delete'; template: EmailTemplateSummary };

export function TemplatesScreen() {
  const { t } = useTranslation('email-templates');
  const templates = useQuery(templatesQuery(useTemplateLanguage()));
  const mayWrite = useHolds('campaigns:write');
  const [search, setSearch] = useState('');
  const [layer, setLayer] = useState<Layer>();
  const items = templates.data?.items;
  const close = () => setLayer(undefined);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        actions={mayWrite && <NewTemplate variant="primary" onHtml={() => setLayer({ what: 'new' })} />}
      />
      <PageBody className="flex flex-1 flex-col gap-6">
        {templates.isError ? (
          <LoadError
            title={t('failed')}
            message={problemText(templates.error)}
            retry={() => void templates.refetch()}
            busy={templates.isFetching}
          />
        ) : (
          <>
            <SearchInput
              label={t('search')}
              placeholder={t('search')}
              value={search}
              onValueChange={setSearch}
              className="max-w-xs"
            />
            <Shelves items={items} search={search} mayWrite={mayWrite} onLayer={setLayer} />
          </>
        )}
      </PageBody>
      {layer?.what === 'new' && <TemplateForm onClose={close} />}
      {layer?.what === 'edit' && <TemplateForm template={layer.template} onClose={close} />}
      {layer?.what === 'delete' && <DeleteTemplate template={layer.template} onClose={close} />}
    </div>
  );
}

const grid = 'grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6';

type ShelvesProps = {
  items: readonly EmailTemplateSummary[] | undefined;
  search: string;
  mayWrite: boolean;
  onLayer: (layer: Layer) => void;
};

function Shelves({ items, search, mayWrite, onLayer }: ShelvesProps) {
  const { t } = useTranslation('email-templates');
  if (!items)
    return (
      <div className={grid}>
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="aspect-[3/4]" />
        ))}
      </div>
    );
  const found = shelved(items, { kind: 'all' }, search);
  const own = found.filter(isOwn);
  const cards = (shown: readonly EmailTemplateSummary[]) => (
    <ul className={grid}>
      {shown.map((template) => (
        <li key={template.id}>
          <TemplateCard template={template} mayWrite={mayWrite} onAsk={(what) => onLayer({ what, template })} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <section className="flex flex-col gap-4">
        <SectionHeader title={t('yours')} />
        {own.length > 0 ? (
          cards(own)
        ) : (
          <EmptyState
            title={search ? t('nothingFound') : t('noneYet')}
            action={mayWrite && !search ? <NewTemplate onHtml={() => onLayer({ what: 'new' })} /> : undefined}
          >
            {search ? t('nothingFoundText') : t('noneYetText')}
          </EmptyState>
        )}
      </section>
      <section className="flex flex-col gap-4">
        <SectionHeader title={t('builtIn')} description={t('builtInText')} />
        {cards(found.filter((template) => !isOwn(template)))}
      </section>
    </>
  );
}
