import { useQuery } from '@tanstack/react-query';
import type { ContactBatch } from '@waggle/contracts/contact-batches';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Progress } from '#ui/progress.tsx';
import { EntryAnswer } from './entry-answer.tsx';
import { enteringQuery, isEntering } from './queries.ts';

/** How far a bulk action has come, then its answer. It goes on when the dialog is closed; the dock shows it. */
export function EntryProgress({ batch: begun }: { batch: ContactBatch }) {
  const { t } = useTranslation('automation-entering');
  const { number } = useFormat();
  const { data: batch } = useQuery(enteringQuery(begun));
  if (isEntering(batch)) {
    const { seen, total } = batch;
    return (
      <div className="flex flex-col gap-3">
        <Progress
          value={seen}
          max={total}
          label={t('running')}
          caption={t('running')}
          captionEnd={t('progress', { value: number(seen), max: number(total) })}
        />
        <p className="text-sm text-muted">{t('runningText')}</p>
      </div>
    );
  }
  if (!batch.entry || batch.state === 'failed') return <Alert tone="danger" title={t('failed')} />;
  return <EntryAnswer answer={batch.entry} />;
}
