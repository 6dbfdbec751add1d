import { Link } from '@tanstack/react-router';
import { downloadImportErrors, type Import, type ImportCounts } from '@waggle/contracts/imports';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addressOfCall } from '#lib/api.ts';
import { translateSentence } from '#lib/i18n.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { useCounted } from './counted.ts';
import { ErrorLines } from './error-lines.tsx';
import { Figures } from './figures.tsx';
import { mayUndo, summaryOf } from './import-state.ts';
import { StepFrame } from './step-frame.tsx';
import { UndoButton } from './undo-button.tsx';

type SummaryProps = { found: Import; onClose: () => void; onStartOver: () => void };

/** How an import ended: finished, stopped by somebody, or failed. */
export function Summary({ found, onClose, onStartOver }: SummaryProps) {
  const { t } = useTranslation('contacts-import');
  const { counts, state } = found;
  const imported = counts ? summaryOf(counts).imported : 0;
  return (
    <StepFrame
      note={mayUndo(found) && <UndoButton found={found} />}
      actions={
        <>
          {state !== 'done' && <Button onClick={onStartOver}>{t('startOver')}</Button>}
          {imported > 0 ? (
            <>
              <Button className="max-sm:hidden" onClick={onClose}>
                {t('close')}
              </Button>
              <ResultLink found={found} />
            </>
          ) : (
            <Button variant="primary" onClick={onClose}>
              {t('close')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5 pt-5">
        <Ending found={found} imported={imported} />
        {counts && <Result found={found} counts={counts} />}
      </div>
    </StepFrame>
  );
}

function Ending({ found, imported }: { found: Import; imported: number }) {
  const { t } = useTranslation('contacts-import');
  const { state, failure, kind } = found;
  if (state === 'failed') {
    return (
      <Alert tone="danger" title={t('summary.failed')}>
        {failure ? translateSentence(failure) : t('summary.failedText')}
      </Alert>
    );
  }
  if (state === 'cancelled') {
    return (
      <Alert tone="neutral" title={t('summary.cancelled')}>
        {t(imported > 0 ? 'summary.cancelledText' : 'summary.nothingText')}
      </Alert>
    );
  }
  return <h3 className="text-md font-semibold text-ink">{t(`${kind}.done`)}</h3>;
}

function Result({ found, counts }: { found: Import; counts: ImportCounts }) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  const { imported, duplicates, errors } = summaryOf(counts);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Figures
          figures={[
            { label: t(`${found.kind}.imported`), value: imported, tone: 'success' },
            { label: t('summary.duplicates'), value: duplicates },
            { label: t('summary.errors'), value: errors, tone: 'danger' },
          ]}
        />
        {errors > 0 && (
          <a
            href={addressOfCall(downloadImportErrors, { params: { importId: found.id } })}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            <Download aria-hidden className="icon-control" />
            {t('summary.errorRows')}
          </a>
        )}
      </div>
      {counts.overLimit > 0 && <Alert tone="warning">{t('summary.overLimit', counted(counts.overLimit))}</Alert>}
      {found.errors.length > 0 && (
        <ErrorLines errors={found.errors} more={found.moreErrors} label={t('summary.errorList')} />
      )}
    </>
  );
}

/** The list behind the dialog, narrowed to what this import touched; the dialog closes by leaving the address. */
function ResultLink({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const className = buttonClass({ variant: 'primary' });
  if (found.kind === 'suppressions') {
    return (
      <Link to="/dashboard/contacts/suppressions" className={className}>
        {t('summary.viewSuppressions')}
      </Link>
    );
  }
  const rules = { match: 'all', rules: [{ kind: 'import', importId: found.id }] };
  return (
    <Link to="/dashboard/contacts" search={{ rules }} className={className}>
      {t('summary.view')}
    </Link>
  );
}
