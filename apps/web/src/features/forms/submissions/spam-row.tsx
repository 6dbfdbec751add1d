import type { FieldLabel } from '@waggle/contracts/form-submissions';
import type { FormSpam } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { previewOf } from './preview-of.ts';
import { useSpam } from './spam-queries.ts';

type SpamRowProps = { formId: string; spam: FormSpam; fields: readonly FieldLabel[] };

export function SpamRow({ formId, spam, fields }: SpamRowProps) {
  const { t } = useTranslation('form-submissions');
  const { answers } = previewOf(spam.data, fields, t('yes'));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-2.5 text-sm sm:px-6">
      <Time at={spam.createdAt} brief className="w-22 text-muted" />
      <span className="grid min-w-0 flex-1 basis-60 grid-cols-[repeat(3,minmax(0,1fr))] gap-3">
        {answers.map(({ id, label, value }) => (
          <span key={id} className="min-w-0">
            <span className="block truncate text-xs text-muted">{label}</span>
            <span className="block truncate text-ink">{value}</span>
          </span>
        ))}
      </span>
      <span className="flex flex-wrap gap-1.5">
        {spam.reasons.map((reason) => (
          <Badge key={reason} tone="neutral">
            {t(`spam.reason.${reason}`)}
          </Badge>
        ))}
      </span>
      <SpamActions formId={formId} spamId={spam.id} />
    </li>
  );
}

function SpamActions({ formId, spamId }: { formId: string; spamId: string }) {
  const { t } = useTranslation(['form-submissions', 'app']);
  const mayWrite = useHolds('forms:write');
  const { takeOver, remove } = useSpam(formId);
  if (!mayWrite) return null;
  const run = (act: typeof takeOver, done: string) =>
    runMutation(act, spamId, {
      onSuccess: () => toast({ tone: 'success', title: done }),
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    });
  return (
    <span className="flex gap-1.5">
      <Button size="sm" onClick={() => run(takeOver, t('spam.takenOver'))} busy={takeOver.isPending}>
        {t('spam.takeOver')}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => run(remove, t('delete.done'))} busy={remove.isPending}>
        {t('delete.button')}
      </Button>
    </span>
  );
}
