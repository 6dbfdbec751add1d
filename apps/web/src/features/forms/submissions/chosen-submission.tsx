import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { submissionQuery } from './queries.ts';
import { SubmissionRow } from './submission-row.tsx';

/** The one a contact's timeline led to, open: in the list it may be thousands of rows further down. Nothing where it is deleted. */
export function ChosenSubmission({ formId, submissionId }: { formId: string; submissionId: string }) {
  const { t } = useTranslation('form-submissions');
  const { data } = useQuery({ ...submissionQuery(formId, submissionId), retry: false });
  if (!data) return null;
  return (
    <ul aria-label={t('chosen')} className="mb-5 border-t border-line">
      <SubmissionRow startsOpen formId={formId} submission={data} fields={data.answers} />
    </ul>
  );
}
