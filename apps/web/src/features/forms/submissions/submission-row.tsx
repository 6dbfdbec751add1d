import type { FieldLabel } from '@waggle/contracts/form-submissions';
import type { FormSubmission } from '@waggle/contracts/forms';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { previewOf } from './preview-of.ts';
import { SubmissionDetail } from './submission-detail.tsx';

type SubmissionRowProps = {
  formId: string;
  submission: FormSubmission;
  fields: readonly FieldLabel[];
  startsOpen?: boolean;
};

/** One line that opens to the whole submission. */
export function SubmissionRow({ formId, submission, fields, startsOpen = false }: SubmissionRowProps) {
  const { t } = useTranslation('form-submissions');
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(startsOpen);
  const detailId = useId();
  const { answers, more } = previewOf(submission.data, fields, t('yes'));
  return (
    <li className={cx('border-b border-line', isOpen && 'bg-sunken')}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailId}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-1.5 px-5 py-2.5 text-left text-sm hover:bg-sunken sm:grid-cols-[5.5rem_minmax(0,1fr)_auto_auto] sm:px-6"
      >
        <Time at={submission.createdAt} brief className="text-muted max-sm:col-span-3 max-sm:text-xs" />
        <span className="grid min-w-0 grid-cols-[repeat(3,minmax(0,1fr))] gap-3">
          {answers.map(({ id, label, value }) => (
            <span key={id} className="min-w-0">
              <span className="block truncate text-xs text-muted">{label}</span>
              <span className="block truncate text-ink">{value}</span>
            </span>
          ))}
        </span>
        <span className="flex items-center justify-end gap-3">
          {more > 0 && (
            <span className="whitespace-nowrap text-muted max-md:hidden">
              {t('moreFields', { count: more, shown: number(more) })}
            </span>
          )}
          <ContactBadge submission={submission} />
        </span>
        <ChevronDown aria-hidden className={cx('size-4 text-subtle transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={detailId} hidden={!isOpen}>
        {isOpen && <SubmissionDetail formId={formId} submission={submission} />}
      </div>
    </li>
  );
}

function ContactBadge({ submission: { contactId } }: { submission: FormSubmission }) {
  const { t } = useTranslation('form-submissions');
  return <Badge tone={contactId ? 'success' : 'neutral'}>{t(contactId ? 'contactCreated' : 'noContact')}</Badge>;
}
