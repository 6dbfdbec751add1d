import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SubmissionInFull } from '@waggle/contracts/form-submissions';
import type { FormSubmission } from '@waggle/contracts/forms';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { DeleteSubmission } from './delete-submission.tsx';
import { Journey } from './journey.tsx';
import { submissionQuery } from './queries.ts';

type SubmissionDetailProps = { formId: string; submission: FormSubmission };

/** All answers, what was agreed to, what became of it and where the contact says something else. */
export function SubmissionDetail({ formId, submission }: SubmissionDetailProps) {
  const { t } = useTranslation('form-submissions');
  const read = useQuery(submissionQuery(formId, submission.id));
  if (read.isPending) return <SkeletonRows className="px-5 pb-4 sm:px-6" />;
  if (read.isError) {
    return (
      <LoadError
        title={t('detail.failed')}
        message={problemText(read.error)}
        retry={() => void read.refetch()}
        busy={read.isFetching}
      />
    );
  }
  return (
    <div className="grid gap-5 px-5 pt-1 pb-5 sm:grid-cols-2 sm:px-6">
      <Answers submission={read.data} />
      <div className="flex min-w-0 flex-col gap-4 sm:border-l sm:border-line sm:pl-5">
        <Journey submission={read.data} />
        <Differences submission={read.data} />
        <DeleteSubmission formId={formId} submissionId={submission.id} />
      </div>
    </div>
  );
}

function Answers({ submission: { answers, contact, consents } }: { submission: SubmissionInFull }) {
  const { t } = useTranslation('form-submissions');
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="text-sm font-semibold text-ink">{t('detail.answers')}</h4>
        {contact && (
          <Link
            to="/dashboard/contacts"
            search={{ contact: contact.id }}
            className="text-sm font-[550] text-accent-text hover:underline"
          >
            {t('detail.openContact')}
          </Link>
        )}
      </div>
      <dl className="mt-2 flex flex-col gap-2 text-sm">
        {answers.map(({ id, label, type, value }) => (
          <div key={id} className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)] gap-3">
            <dt className="wrap-anywhere text-muted">{type === 'consent' ? t('detail.consent') : label || id}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap text-ink">
              {value === true ? (
                <span className="inline-flex items-center gap-1.5">
                  <Check aria-hidden className="size-3.5 text-success-text" />
                  {t('yes')}
                </span>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
      {consents.map((text) => (
        <blockquote
          key={text}
          className="mt-3 border-l-2 border-line-strong pl-3 text-xs whitespace-pre-wrap text-muted"
        >
          <span className="block font-semibold">{t('detail.agreedTo')}</span>
          {text}
        </blockquote>
      ))}
    </div>
  );
}

function Differences({ submission: { differences } }: { submission: SubmissionInFull }) {
  const { t } = useTranslation('form-submissions');
  if (differences.length === 0) return null;
  return (
    <Alert tone="info" title={t('detail.differs')}>
      <ul>
        {differences.map(({ label, sent, known }) => (
          <li key={label} className="wrap-anywhere">
            {t('detail.difference', { label, sent, known })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
