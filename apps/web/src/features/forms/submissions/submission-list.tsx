import { useInfiniteQuery } from '@tanstack/react-query';
import type { FormSummary } from '@waggle/contracts/forms';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { submissionsQuery } from './queries.ts';
import { SubmissionRow } from './submission-row.tsx';

const useSubmissions = (formId: string, search: string) => useInfiniteQuery(submissionsQuery(formId, search));

/** The first 50, and 50 more with each press. */
export function SubmissionList({ form }: { form: FormSummary }) {
  const { t } = useTranslation('form-submissions');
  const [search, setSearch] = useState('');
  const found = useSubmissions(form.id, search);
  const pages = found.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const heading = useCount(items.length, pages[0]?.total);
  return (
    <section aria-label={t('submissions')} aria-busy={found.isPlaceholderData}>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3 sm:px-6">
        <h3 className="text-base font-semibold text-ink">
          {t('submissions')}
          {items.length > 0 && <span className="ml-2 text-sm font-normal text-muted">{heading}</span>}
        </h3>
        {(form.submissions > 0 || search !== '') && (
          <SearchInput
            label={t('search')}
            placeholder={t('search')}
            value={search}
            onValueChange={setSearch}
            hotkey={false}
            className="sm:max-w-60"
          />
        )}
      </div>
      <Found found={found} form={form} search={search} onClear={() => setSearch('')} />
    </section>
  );
}

type FoundProps = {
  found: ReturnType<typeof useSubmissions>;
  form: FormSummary;
  search: string;
  onClear: () => void;
};

function Found({ found, form, search, onClear }: FoundProps) {
  const { t } = useTranslation('form-submissions');
  if (found.isPending) return <SkeletonRows className="px-5 sm:px-6" />;
  if (found.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(found.error)}
        retry={() => void found.refetch()}
        busy={found.isFetching}
      />
    );
  }
  const { pages } = found.data;
  const versions = new Map(
    pages.flatMap((page) => page.versions.map(({ version, fields }) => [version, fields] as const)),
  );
  const items = pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return search ? (
      <EmptyState title={t('notFound.title')} action={<Button onClick={onClear}>{t('notFound.clear')}</Button>}>
        {t('notFound.text', { search })}
      </EmptyState>
    ) : (
      <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
    );
  }
  return (
    <>
      <ul className="border-t border-line">
        {items.map((submission) => (
          <SubmissionRow
            key={submission.id}
            formId={form.id}
            submission={submission}
            fields={versions.get(submission.version) ?? []}
          />
        ))}
      </ul>
      {found.hasNextPage && (
        <div className="flex justify-center border-t border-line p-4">
          <Button onClick={() => void found.fetchNextPage()} busy={found.isFetchingNextPage}>
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

function useCount(shown: number, total: number | null | undefined): string {
  const { t } = useTranslation('form-submissions');
  const { number } = useFormat();
  if (total === null || total === undefined) return t('firstOfMore', { shown: number(shown) });
  return shown < total
    ? t('firstOf', { shown: number(shown), total: number(total) })
    : t('all', { count: total, shown: number(total) });
}
