import { Link } from '@tanstack/react-router';
import { backTestDays } from '@waggle/contracts/automation-trials';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Select } from '#ui/select.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { usePublishState } from '../../editor/use-publish-state.ts';
import type { BackTesting, Days } from './use-back-test.ts';

type HeadProps = { testing: BackTesting; onPublish: () => void };

export function BackTestHead({ testing, onPublish }: HeadProps) {
  const { t } = useTranslation(['automation-runs', 'automations', 'automation-editor']);
  const { automation, keeper, readOnly } = useEditor();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const publish = usePublishState(keeper.get());
  const controls = testing.mayRun && testing.backTest !== undefined && <Controls testing={testing} />;
  return (
    <>
      <PageHeader
        title={t('backTest.title')}
        breadcrumb={[
          <Link key="automations" to="/dashboard/automations">
            {t('automations:title')}
          </Link>,
          <Link key="automation" to="/dashboard/automations/$automationId" params={{ automationId: automation.id }}>
            {keeper.get().draft.name}
          </Link>,
        ]}
        status={<Tried testing={testing} />}
        actions={
          <>
            {isWide && controls}
            {!readOnly && isWide && (
              <Button variant="primary" disabledReason={publish.reason} onClick={onPublish}>
                {t(automation.published === null ? 'backTest.publish' : 'automation-editor:publish.changes')}
              </Button>
            )}
          </>
        }
      />
      {!isWide && controls && <div className="flex gap-2.5 border-b border-line px-4 py-2">{controls}</div>}
    </>
  );
}

/** What was tried, and that it did no harm. */
function Tried({ testing: { backTest, isBusy } }: { testing: BackTesting }) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  if (!backTest) return null;
  const { startedAt, finishedAt, of } = backTest;
  const seconds = finishedAt ? Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000)) : 0;
  return (
    <>
      <Badge>{t(`backTest.of.${of}`)}</Badge>
      {!isBusy && backTest.result && (
        <span role="status" className="flex min-w-0 items-center gap-1.5 text-sm text-subtle max-xl:sr-only">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-success-text" />
          <span className="truncate">{t('backTest.done', { seconds: number(seconds) })}</span>
        </span>
      )}
    </>
  );
}

/** A period that is chosen is tried at once. */
function Controls({ testing: { days, isBusy, run } }: Pick<HeadProps, 'testing'>) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  return (
    <>
      <Select
        aria-label={t('backTest.period')}
        className="w-36 max-lg:flex-1"
        value={String(days)}
        disabled={isBusy}
        onValueChange={(value) => run({ days: Number(value) as Days })}
        options={backTestDays.map((one) => ({
          value: String(one),
          label: t('backTest.lastDays', { count: one, shown: number(one) }),
        }))}
      />
      <Button icon={RotateCw} className="max-lg:flex-1" busy={isBusy} onClick={() => run()}>
        {t('backTest.again')}
      </Button>
    </>
  );
}
