import type { Import } from '@waggle/contracts/imports';
import type { TFunction } from 'i18next';
import { Ban, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat, type Format } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { cx } from '#ui/class-names.ts';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { useClientNames } from '#features/accounts/index.ts';
import { ClientName } from '../../contact-columns.tsx';
import { isMoving, mayUndo } from '../import-state.ts';
import { ImportMenu } from './import-menu.tsx';

type OnUndo = (found: Import) => void;

/** Those an undo has taken back are crossed out. */
function Figure({ found, value }: { found: Import; value: number | undefined }) {
  const format = useFormat();
  if (value === undefined) return null;
  return (
    <span className={cx('tabular-nums', found.state === 'undone' && 'text-subtle line-through')}>
      {format.number(value)}
    </span>
  );
}

const skippedIn = ({ counts }: Import): number | undefined =>
  counts === null
    ? undefined
    : counts.duplicate + counts.unchanged + counts.invalid + counts.blocked + counts.overLimit;

const dayMs = 86_400_000;

/** Until when it can be undone, or why it cannot; what is not finished says so. */
function undoWords(found: Import, t: TFunction<'contacts-import'>, format: Format): [string, string?] {
  const { state, undoUntil } = found;
  if (mayUndo(found) && undoUntil !== null) {
    const days = Math.max(1, Math.ceil((Date.parse(undoUntil) - Date.now()) / dayMs));
    return [format.date(undoUntil), t('history.daysLeft', { count: days, number: format.number(days) })];
  }
  if (state === 'done' && undoUntil !== null && Date.parse(undoUntil) <= Date.now())
    return [t('history.ended', { date: format.date(undoUntil) })];
  return [state === 'done' ? t('history.nothing') : t(`history.states.${state}`)];
}

function UndoCell({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  const [first, second] = undoWords(found, t, format);
  return (
    <span className="block whitespace-nowrap">
      <span className={cx('block', !mayUndo(found) && 'text-muted')}>{first}</span>
      {second && <span className="block text-xs text-muted">{second}</span>}
    </span>
  );
}

function FileCell({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const client = useClientNames().get(found.clientId ?? '');
  const Icon = found.kind === 'suppressions' ? Ban : FileText;
  const kind = found.kind === 'suppressions' ? t('history.suppressions') : undefined;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill">
        <Icon aria-hidden className="size-4 text-muted" />
      </span>
      <span className="min-w-0">
        <span className="block max-w-72 truncate">{found.name}</span>
        {(kind || client) && (
          <span className="flex items-center gap-2 text-xs font-normal text-muted">
            {kind}
            <ClientName name={client} />
          </span>
        )}
      </span>
    </span>
  );
}

export function useImportColumns(onUndo: OnUndo): Column<Import>[] {
  const { t } = useTranslation('contacts-import');
  return [
    { id: 'name', header: t('history.file'), primary: true, cell: (found) => <FileCell found={found} /> },
    {
      id: 'createdBy',
      header: t('history.by'),
      cell: ({ createdBy }) =>
        createdBy && (
          <span className="flex items-center gap-2.5">
            <Avatar name={createdBy} size={26} />
            <span className="max-w-40 truncate">{createdBy}</span>
          </span>
        ),
    },
    {
      id: 'createdAt',
      header: t('history.when'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} className="whitespace-nowrap" />,
    },
    {
      id: 'created',
      header: t('history.new'),
      align: 'end',
      cell: (found) => <Figure found={found} value={found.counts?.created} />,
    },
    {
      id: 'updated',
      header: t('history.updated'),
      align: 'end',
      cell: (found) => <Figure found={found} value={found.counts?.updated} />,
    },
    {
      id: 'skipped',
      header: t('history.skipped'),
      align: 'end',
      cell: (found) => <Figure found={found} value={skippedIn(found)} />,
    },
    { id: 'undoUntil', header: t('history.undoUntil'), cell: (found) => <UndoCell found={found} /> },
    {
      id: 'actions',
      header: t('actions'),
      hideHeader: true,
      align: 'end',
      cell: (found) => <ImportMenu found={found} onUndo={onUndo} />,
    },
  ];
}

export function useImportPhoneRow(onUndo: OnUndo): (found: Import) => PhoneRow {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  return (found) => ({
    title: found.name,
    subtitle:
      isMoving(found) || found.counts === null
        ? t(`history.states.${found.state as 'running'}`)
        : t('history.figures', {
            created: format.number(found.counts?.created ?? 0),
            updated: format.number(found.counts?.updated ?? 0),
            skipped: format.number(skippedIn(found) ?? 0),
          }),
    aside: <ImportMenu found={found} onUndo={onUndo} />,
  });
}
