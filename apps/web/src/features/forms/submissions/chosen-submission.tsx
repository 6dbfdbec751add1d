import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { submissionQuery } from './queries.ts';
import { SubmissionRow } from './submission-row.tsx';

/** The one a contact's timeline led to, open: in the list it may be thousands of rows further down. Nothing where it is deleted. */
export function ChosenSubmission({ formId, submissionId }: { formId: string; submissionId: string }) {
  const { t } = useTranslation('form-submissions');
  const chosen = useQuery(submissionQuery(formId, submissionId));
  const waiting = useDelayedPending(chosen.isPending);
  if (chosen.error instanceof ApiProblem && chosen.error.status === 404) return null;
  if (chosen.isError && !chosen.data)
    return (
      <LoadError
        title={t('detail.failed')}
        message={problemText(chosen.error)}
        retry={() => void chosen.refetch()}
        busy={chosen.isFetching}
        className="py-8"
      />
    );
  if (!chosen.data || waiting) return waiting && <Skeleton shape="block" width="100%" height={220} className="mb-5" />;
  return (
    <ul aria-label={t('chosen')} className="mb-5 border-t border-line">
      <SubmissionRow startsOpen formId={formId} submission={chosen.data} fields={chosen.data.answers} />
    </ul>
  );
}
