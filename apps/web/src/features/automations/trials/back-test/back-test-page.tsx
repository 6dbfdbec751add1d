import { FlaskConical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody } from '#ui/page-header.tsx';
import { Progress } from '#ui/progress.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { Notices } from '../../editor/notices.tsx';
import { BackTestHead } from './back-test-head.tsx';
import { BackTestReport } from './back-test-report.tsx';
import { type BackTesting, useBackTest } from './use-back-test.ts';

/** Who would have entered in the last days, and what they would have been sent. */
export function BackTestPage({ onPublish }: { onPublish: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  const testing = useBackTest();
  // It takes the place of the editor without a new route, so nobody else moves the focus.
  useEffect(() => root.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col">
      <BackTestHead testing={testing} onPublish={onPublish} />
      <Notices />
      <Body testing={testing} />
    </div>
  );
}

function Body({ testing }: { testing: BackTesting }) {
  const { t } = useTranslation('automation-runs');
  const { newest, backTest, isBusy } = testing;
  const waiting = useDelayedPending(newest.isPending);
  if (newest.isError) {
    return (
      <LoadError
        title={t('backTest.loadFailed')}
        message={problemText(newest.error)}
        retry={() => void newest.refetch()}
        busy={newest.isFetching}
      />
    );
  }
  if (newest.isPending) return <PageBody>{waiting && <SkeletonRows />}</PageBody>;
  if (backTest?.result && !isBusy)
    return <BackTestReport backTest={backTest} result={backTest.result} testing={testing} />;
  return <PageBody>{isBusy ? <Running testing={testing} /> : <Unanswered testing={testing} />}</PageBody>;
}

function Running({ testing: { backTest, cancel, isCancelling, mayRun } }: { testing: BackTesting }) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const progress = backTest?.progress;
  return (
    <div className="mx-auto flex max-w-120 flex-col gap-5 py-16">
      <Progress
        value={progress?.done ?? 0}
        max={Math.max(progress?.of ?? 0, 1)}
        label={t('backTest.running')}
        caption={t(progress ? 'backTest.running' : 'backTest.finding')}
        captionEnd={progress && t('backTest.progress', { done: number(progress.done), of: number(progress.of) })}
      />
      <p className="text-center text-sm text-muted">{t('backTest.runningText')}</p>
      {mayRun && (
        <Button className="self-center" busy={isCancelling} onClick={cancel}>
          {t('backTest.cancel')}
        </Button>
      )}
    </div>
  );
}

/** Before the first one, and after one that was cancelled or failed. */
function Unanswered({ testing: { backTest, run, mayRun } }: { testing: BackTesting }) {
  const { t } = useTranslation('automation-runs');
  const failed = backTest?.state === 'failed';
  const cancelled = backTest?.state === 'cancelled';
  return (
    <>
      {failed && (
        <Alert tone="danger" title={t('backTest.failed')}>
          {t('backTest.failedText')}
        </Alert>
      )}
      {cancelled && <Alert tone="neutral" title={t('backTest.cancelled')} />}
      <EmptyState
        title={t('backTest.emptyTitle')}
        action={
          mayRun && (
            <Button variant="primary" icon={FlaskConical} onClick={() => run()}>
              {t(backTest ? 'backTest.again' : 'backTest.run')}
            </Button>
          )
        }
      >
        {t('backTest.emptyText')}
      </EmptyState>
    </>
  );
}
