import type { Import } from '@waggle/contracts/imports';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { isMoving } from './import-state.ts';
import { useCancelImport } from './queries.ts';
import { StepFrame } from './step-frame.tsx';
import { Summary } from './summary.tsx';
import { Undone } from './undone.tsx';
import { useAnnouncedTenths } from './use-announced-tenths.ts';
import { useProgressWords } from './use-progress-words.ts';
import { unwatch } from './watched.ts';

type RunStepProps = { found: Import; onClose: () => void; onStartOver: () => void };

/** The import at work, and what came of it. */
export function RunStep({ found, onClose, onStartOver }: RunStepProps) {
  const ended = !isMoving(found);
  // Whoever sees the end here need not be told again by a card.
  useEffect(() => {
    if (ended) unwatch(found.id);
  }, [ended, found.id]);
  if (!ended) return <Running found={found} onClose={onClose} />;
  if (found.state === 'undone') return <Undone found={found} onClose={onClose} />;
  return <Summary found={found} onClose={onClose} onStartOver={onStartOver} />;
}

function Running({ found, onClose }: Omit<RunStepProps, 'onStartOver'>) {
  const { t } = useTranslation('contacts-import');
  const cancel = useCancelImport();
  const { title, note, count, value, max } = useProgressWords(found);
  useAnnouncedTenths(title, value, max);
  return (
    <StepFrame
      actions={
        <>
          {found.state === 'running' && (
            <Button
              busy={cancel.isPending}
              busyLabel={t('run.stopping')}
              onClick={() => cancel.mutate({ importId: found.id })}
            >
              {t('run.stop')}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('run.keepGoing')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 py-14">
        <Progress
          label={title}
          value={value}
          max={max}
          caption={<span className="text-sm font-semibold text-ink">{title}</span>}
          captionEnd={count}
        />
        <p className="min-h-4.5 text-xs text-muted tabular-nums">{note}</p>
        <p className="text-sm text-muted">{t(found.state === 'undoing' ? 'run.undoingText' : 'run.text')}</p>
        {cancel.isError && <Alert tone="danger">{problemText(cancel.error)}</Alert>}
      </div>
    </StepFrame>
  );
}
