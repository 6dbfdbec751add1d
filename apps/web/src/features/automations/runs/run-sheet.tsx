import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Run } from '@waggle/contracts/automations';
import { RotateCcw, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { MovePerson } from './move-person.tsx';
import { RemovePerson } from './remove-person.tsx';
import type { OneRun } from './one-run.ts';
import { runQuery } from './queries.ts';
import { RunPath } from './run-path.tsx';
import { RunState } from './run-state.tsx';
import { useRetry } from './use-retry.ts';
import { useStepNames } from './use-step-names.ts';

type RunSheetProps = { runId: string; rows: readonly Run[]; onShow: (runId: string) => void; onClose: () => void };

const isInsideOf = ({ state }: OneRun): boolean => state === 'active' || state === 'stuck';

/** Where one person is, why, and every step with the values that it saw. */
export function RunSheet({ runId, rows, onShow, onClose }: RunSheetProps) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const { automation } = useEditor();
  const run = useQuery(runQuery(automation.id, runId));
  const at = rows.findIndex(({ id }) => id === runId);
  const go = (by: 1 | -1) => {
    const next = at === -1 ? undefined : rows[at + by];
    return next && (() => onShow(next.id));
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      hideTitle
      focusTitle
      title={run.data?.name || run.data?.email || t('path')}
      walk={
        at === -1
          ? undefined
          : {
              position: t('position', { at: number(at + 1), of: number(rows.length) }),
              onPrevious: go(-1),
              onNext: go(1),
            }
      }
    >
      {run.isError ? (
        <LoadError
          title={t('runFailed')}
          message={problemText(run.error)}
          retry={() => void run.refetch()}
          busy={run.isFetching}
        />
      ) : run.data ? (
        <RunBody run={run.data} onClose={onClose} />
      ) : (
        <SkeletonRows />
      )}
    </Sheet>
  );
}

function RunBody({ run, onClose }: { run: OneRun; onClose: () => void }) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const nameOf = useStepNames();
  const shown = run.name || run.email || t('deletedContact');
  const facts = [
    { name: t('columns.entered'), value: format.fullDate(run.startedAt) },
    { name: t('version'), value: format.number(run.version) },
    { name: t('turns'), value: format.number(run.turns.length) },
  ];
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar name={shown} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-md font-semibold text-ink">{shown}</h2>
          <p className="truncate text-sm text-muted">{run.email}</p>
        </div>
        <RunActions run={run} name={shown} onClose={onClose} />
      </div>
      <RunState run={run} />
      <dl className="flex flex-wrap gap-x-10 gap-y-2 border-b border-line pb-4">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-sm font-semibold text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <RunPath turns={run.turns} isInside={isInsideOf(run)} nameOf={nameOf} />
    </div>
  );
}

type RunActionsProps = { run: OneRun; name: string; onClose: () => void };

function RunActions({ run, name, onClose }: RunActionsProps) {
  const { t } = useTranslation('automation-runs');
  const { mayWrite } = useEditor();
  const [isRemoving, setRemoving] = useState(false);
  const { retry, isPending } = useRetry(run.id);
  return (
    <div className="flex flex-wrap gap-2">
      {run.name !== null && (
        <Link to="/dashboard/contacts" search={{ contact: run.contactId } as never} className={buttonClass({})}>
          {t('openContact')}
        </Link>
      )}
      {mayWrite && run.state === 'stuck' && (
        <Button icon={RotateCcw} busy={isPending} onClick={retry}>
          {t('retry')}
        </Button>
      )}
      {mayWrite && isInsideOf(run) && <MovePerson run={run} name={name} />}
      {mayWrite && isInsideOf(run) && (
        <Button icon={UserMinus} onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
      )}
      {isRemoving && <RemovePerson runId={run.id} name={name} onClose={() => setRemoving(false)} onRemoved={onClose} />}
    </div>
  );
}
