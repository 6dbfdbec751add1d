import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormSummary, mostSpamCounted } from '@waggle/contracts/forms';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { toast } from '#ui/toast-store.ts';
import { formQuery } from '../queries.ts';
import { spamQuery, useSpam } from './spam-queries.ts';
import { SpamRow } from './spam-row.tsx';

const useFound = (formId: string) => useInfiniteQuery(spamQuery(formId));

/** What looked like spam, behind one line: kept, so that nobody is lost to a wrong guess. */
export function SpamList({ form }: { form: FormSummary }) {
  const { t } = useTranslation('form-submissions');
  const { number } = useFormat();
  const found = useFound(form.id);
  const total = found.data?.pages[0]?.total ?? 0;
  if (found.isError)
    return (
      <LoadError
        title={t('spam.failed')}
        message={problemText(found.error)}
        retry={() => void found.refetch()}
        busy={found.isFetching}
      />
    );
  if (total === 0) return null;
  const shown = `${number(total)}${total >= mostSpamCounted ? '+' : ''}`;
  return (
    <details className="group border-t border-line">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 px-5 py-3 text-sm font-medium text-muted hover:text-ink sm:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {t('spam.title', { count: total, shown })}
      </summary>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pb-3 sm:px-6">
        <p className="text-sm text-muted">{t('spam.text')}</p>
        <EmptySpam formId={form.id} />
      </div>
      <SpamRows form={form} found={found} />
    </details>
  );
}

type SpamRowsProps = { form: FormSummary; found: ReturnType<typeof useFound> };

function SpamRows({ form, found }: SpamRowsProps) {
  const { t } = useTranslation('form-submissions');
  const { data } = useQuery(formQuery(form.id));
  const fields = data?.published?.fields ?? data?.draft.fields ?? [];
  return (
    <>
      <ul className="border-t border-line">
        {found.data?.pages
          .flatMap(({ items }) => items)
          .map((spam) => (
            <SpamRow key={spam.id} formId={form.id} spam={spam} fields={fields} />
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

function EmptySpam({ formId }: { formId: string }) {
  const { t } = useTranslation(['form-submissions', 'app']);
  const mayWrite = useHolds('forms:write');
  const [isAsked, setAsked] = useState(false);
  const { empty } = useSpam(formId);
  if (!mayWrite) return null;
  const confirm = () =>
    runMutation(empty, undefined, {
      onSuccess: () => toast({ tone: 'success', title: t('spam.emptied') }),
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      onSettled: () => setAsked(false),
    });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsked(true)}>
        {t('spam.empty')}
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={t('spam.emptyTitle')}
        confirmLabel={t('spam.empty')}
        onConfirm={confirm}
        busy={empty.isPending}
        busyLabel={t('delete.busy')}
      >
        {t('spam.emptyText')}
      </Confirm>
    </>
  );
}
