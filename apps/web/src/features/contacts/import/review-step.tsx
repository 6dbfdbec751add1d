import type { Import, ImportCounts, ImportError } from '@waggle/contracts/imports';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { useCounted } from './counted.ts';
import { ErrorLines } from './error-lines.tsx';
import { summaryOf } from './import-state.ts';
import { NewTags } from './new-tags.tsx';
import { Outcomes } from './outcomes.tsx';
import { useCancelImport, useStartImport } from './queries.ts';
import { hasWrongEmail } from './refusal.ts';
import { RowFixes } from './row-fixes.tsx';
import { StepFrame } from './step-frame.tsx';
import { useAnnouncedTenths } from './use-announced-tenths.ts';
import { useProgressWords } from './use-progress-words.ts';

type ReviewStepProps = { found: Import; onBack: () => void };

/** A dry run over the whole file, then what it found. */
export function ReviewStep({ found, onBack }: ReviewStepProps) {
  if (found.checked === null || found.state === 'checking') return <Checking found={found} />;
  return <Review found={found} counts={found.checked} onBack={onBack} />;
}

function Checking({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const cancel = useCancelImport();
  const { title, count, value, max } = useProgressWords(found);
  useAnnouncedTenths(title, value, max);
  return (
    <StepFrame
      actions={
        <Button
          busy={cancel.isPending}
          busyLabel={t('run.stopping')}
          onClick={() => cancel.mutate({ importId: found.id })}
        >
          {t('cancel')}
        </Button>
      }
    >
      <div className="py-16">
        <Progress label={title} value={value} max={max} caption={title} captionEnd={count} />
        <p className="mt-3 text-sm text-muted">{t('review.checkingText')}</p>
      </div>
    </StepFrame>
  );
}

/** Why nothing would be imported, by what all rows have in common. */
function nothingBecause({ duplicate, unchanged, invalid, blocked }: ImportCounts) {
  if (invalid > 0) return 'review.nothingValid' as const;
  if (duplicate > 0) return 'review.nothingNew' as const;
  if (unchanged > 0) return 'review.nothingChanges' as const;
  return blocked > 0 ? ('review.nothingBlocked' as const) : ('review.nothing' as const);
}

const isInvalid = ({ kind }: ImportError) => kind === 'invalid';

function Review({ found, counts, onBack }: ReviewStepProps & { counts: ImportCounts }) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  const start = useStartImport();
  const { imported } = summaryOf(counts);
  const reason = imported === 0 ? t(nothingBecause(counts)) : undefined;
  const fixable = found.errors.filter(hasWrongEmail);
  const refused = found.errors.filter((error) => !hasWrongEmail(error));
  // Invalid rows beyond the first ten are counted where they are corrected.
  const moreToFix = fixable.length > 0 ? counts.invalid - found.errors.filter(isInvalid).length : 0;
  return (
    <StepFrame
      note={reason}
      actions={
        <>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button
            variant="primary"
            busy={start.isPending}
            busyLabel={t('review.starting')}
            disabledReason={reason}
            onClick={() => start.mutate({ importId: found.id })}
          >
            {t(`${found.kind}.primary`, counted(imported))}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 pt-4">
        <Outcomes found={found} counts={counts} />
        <NewTags found={found} />
        {counts.overLimit > 0 && (
          <Alert tone="warning" title={t('review.overLimit', counted(counts.overLimit))}>
            {t('review.overLimitText')}
          </Alert>
        )}
        {fixable.length > 0 && <RowFixes found={found} rows={fixable} more={moreToFix} />}
        {refused.length > 0 && (
          <section>
            <h3 className="mb-2 text-sm font-semibold text-ink">{t('review.refused')}</h3>
            <ErrorLines errors={refused} more={found.moreErrors - moreToFix} label={t('review.refused')} />
          </section>
        )}
        {start.isError && <Alert tone="danger">{problemText(start.error)}</Alert>}
      </div>
    </StepFrame>
  );
}
