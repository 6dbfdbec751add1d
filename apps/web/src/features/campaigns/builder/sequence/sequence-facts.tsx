import type { Campaign } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useSubjects } from './use-sequence-emails.ts';

/** What people get, in order. */
export function SequenceFacts({ campaign: { emails } }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign-builder');
  const subjects = useSubjects();
  return (
    <ol
      aria-label={t('sequence.title')}
      className="flex flex-col gap-1.5 rounded-lg border border-line-strong p-3 text-sm"
    >
      {emails?.map(({ id }, at) => (
        <li key={id} className="flex gap-2.5">
          <span aria-hidden className="w-4 shrink-0 text-right text-subtle tabular-nums">
            {at + 1}
          </span>
          <span className="min-w-0 font-semibold break-words text-ink">
            {subjects.get(id) || t('sequence.noSubject')}
          </span>
        </li>
      ))}
    </ol>
  );
}
