import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Run, runStates } from '@waggle/contracts/automations';
import { TriangleAlert, UserPlus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { runsQuery } from './queries.ts';
import { useRunColumns, useRunPhoneRow } from './run-columns.tsx';
import { RunSheet } from './run-sheet.tsx';
import { useStepNames } from './use-step-names.ts';

const from = '/dashboard/automations/$automationId';
const byId = ({ id }: Run) => id;

function useRunsAddress() {
  const address = useSearch({ from });
  const navigate = useNavigate({ from });
  const state = runStates.find((one) => one === address.state) ?? 'inside';
  const change = (next: Partial<Record<'state' | 'step' | 'run' | 'search', string | undefined>>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  return { state, step: address.step, run: address.run, search: address.search, change };
}

/** People inside, at the goal, gone and stuck; each opens the path they took. */
export function RunsTab() {
  const { t } = useTranslation('automation-runs');
  const { automation } = useEditor();
  const { state, step, run, search, change } = useRunsAddress();
  const runs = useInfiniteQuery(runsQuery(automation.id, { state, stepId: step, search }));
  const columns = useRunColumns(search ? 'found' : state);
  const phoneRow = useRunPhoneRow();
  const rows = runs.data?.pages.flatMap(({ items }) => items);
  if (runs.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(runs.error)}
        retry={() => void runs.refetch()}
        busy={runs.isFetching}
      />
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-7 py-2.5 max-xl:px-5 max-lg:px-4">
        <StateChoice
          state={search ? undefined : state}
          onChange={(next) => change({ state: next, run: undefined, search: undefined })}
        />
        <PersonSearch search={search} onSearch={(next) => change({ search: next || undefined, run: undefined })} />
        <AddPeople />
      </div>
      {step && !search && <StepFilter stepId={step} onClear={() => change({ step: undefined })} />}
      <DataTable
        label={search ? t('search') : t(`states.${state}`)}
        columns={columns}
        rows={rows}
        rowId={byId}
        onRowOpen={({ id }) => change({ run: id })}
        activeRowId={run}
        phoneRow={phoneRow}
        empty={<Nobody state={search ? 'found' : state} />}
      />
      {runs.hasNextPage && (
        <div className="border-t border-line px-7 py-3 max-lg:px-4">
          <Button busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
      {run !== undefined && (
        <RunSheet
          runId={run}
          rows={rows ?? []}
          onShow={(next) => change({ run: next })}
          onClose={() => change({ run: undefined })}
        />
      )}
    </div>
  );
}

const AddPeopleDialog = lazy(async () => ({
  default: (await import('../entering/add-people-dialog.tsx')).AddPeopleDialog,
}));

function AddPeople() {
  const { t } = useTranslation('automation-entering');
  const { automation, readOnly } = useEditor();
  const [open, setOpen] = useState(false);
  if (readOnly) return null;
  return (
    <>
      <Button
        icon={UserPlus}
        disabledReason={automation.status === 'live' ? undefined : t('notLive')}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      <Suspense>{open && <AddPeopleDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

type State = (typeof runStates)[number];

function Nobody({ state }: { state: State | 'found' }) {
  const { t } = useTranslation('automation-runs');
  return <EmptyState title={t(`empty.${state}.title`)}>{t(`empty.${state}.text`)}</EmptyState>;
}

/** Of every state: who looks for somebody does not know where they are. */
function PersonSearch({ search = '', onSearch }: { search: string | undefined; onSearch: (search: string) => void }) {
  const { t } = useTranslation('automation-runs');
  const singleKeys = useSingleKeys();
  return (
    <SearchInput
      label={t('search')}
      placeholder={t('search')}
      value={search}
      onValueChange={onSearch}
      hotkey={singleKeys}
      className="ml-auto max-md:basis-full md:w-64"
    />
  );
}

type StateChoiceProps = { state: State | undefined; onChange: (state: State) => void };

function StateChoice({ state, onChange }: StateChoiceProps) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const { figures } = useEditor();
  const counts: Record<State, number | undefined> = {
    inside: figures?.inside,
    goal: figures?.reached,
    left: figures?.left,
    stuck: figures?.stuck,
  };
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-1.5">
      {(['inside', 'goal', 'left', 'stuck'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === state}
          onClick={() => onChange(one)}
          className={cx(
            'flex h-(--control-md) items-center gap-1.5 rounded-md px-3 text-sm coarse:min-h-(--target-touch)',
            one === state ? 'bg-fill font-semibold text-ink' : 'text-muted hover:bg-fill',
          )}
        >
          {one === 'stuck' && <TriangleAlert aria-hidden className="size-4 text-warning-text" />}
          {t(`states.${one}`)}
          {counts[one] !== undefined && <span className="font-normal tabular-nums">{number(counts[one])}</span>}
        </button>
      ))}
    </div>
  );
}

function StepFilter({ stepId, onClear }: { stepId: string; onClear: () => void }) {
  const { t } = useTranslation('automation-runs');
  const nameOf = useStepNames();
  return (
    <div className="border-b border-line px-7 py-2 max-xl:px-5 max-lg:px-4">
      <Button size="sm" iconEnd={X} onClick={onClear} aria-label={t('clearStep', { step: nameOf(stepId) })}>
        {t('atStep', { step: nameOf(stepId) })}
      </Button>
    </div>
  );
}
