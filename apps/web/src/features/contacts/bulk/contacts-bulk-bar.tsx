import { mostSelected } from '@waggle/contracts/contact-batches';
import type { ContactFilter } from '@waggle/contracts/contacts';
import { CircleDot, Download, Tag, TagIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientOptions, useUser } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { BulkAction, BulkBar } from '#ui/bulk-bar.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Popover } from '#ui/popover.tsx';
import { toast } from '#ui/toast-store.ts';
import type { BulkSelection } from '#ui/use-bulk-selection.ts';
import { useChangeContacts } from '../queries.ts';
import { TagPicker } from '../tags/tag-picker.tsx';
import { isMoving, useTellBatch } from './batch-words.ts';
import type { ContactLayers } from '../use-layers.ts';
import { MergeAction } from './merge-action.tsx';
import { LaterActions } from './later-actions.tsx';
import { MoveAction } from './move-action.tsx';

type ContactsBulkBarProps = {
  selection: BulkSelection;
  total: number;
  filter: ContactFilter;
  onExport: () => void;
  layers: ContactLayers;
};

type Change =
  | { action: 'tag' | 'untag'; tagId: string }
  | { action: 'status'; status: 'active' | 'lead' | 'unsubscribed' }
  | { action: 'delete' };

/** Deleting more than these asks to type how many. */
const typedFrom = 100;

function useBulkChange({ selection, filter }: Pick<ContactsBulkBarProps, 'selection' | 'filter'>) {
  const { t } = useTranslation(['contacts', 'app']);
  const { number } = useFormat();
  const change = useChangeContacts();
  const { tell } = useTellBatch();

  const run = (wanted: Change) => {
    if (!selection.all && selection.ids.size > mostSelected) {
      const description = t('bulk.tooMany', { most: number(mostSelected) });
      toast({ tone: 'error', title: t('app:error'), description });
      return;
    }
    const target = selection.all ? { filter } : { ids: [...selection.ids] };
    runMutation(
      change,
      { ...wanted, ...target },
      {
        onSuccess: (batch) => {
          selection.clear();
          if (!isMoving(batch)) tell(batch);
        },
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      },
    );
  };
  return { run, busy: change.isPending };
}

export function ContactsBulkBar({ selection, total, filter, onExport, layers }: ContactsBulkBarProps) {
  const { t } = useTranslation('contacts');
  const { run, busy } = useBulkChange({ selection, filter });
  const [deleting, setDeleting] = useState(false);
  const statuses = ['active', 'lead', 'unsubscribed'] as const;
  const { activeClientId } = useUser();
  const ofSeveralClients = useClientOptions().length > 0 && activeClientId === null;

  return (
    <>
      <BulkBar selection={selection} total={total}>
        <TagAction
          label={t('bulk.tag')}
          icon={Tag}
          mayCreate={!ofSeveralClients}
          onPick={(tagId) => run({ action: 'tag', tagId })}
        />
        <TagAction label={t('bulk.untag')} icon={TagIcon} onPick={(tagId) => run({ action: 'untag', tagId })} />
        <Menu align="start" side="top" trigger={<BulkAction icon={CircleDot}>{t('bulk.status')}</BulkAction>}>
          {statuses.map((status) => (
            <MenuItem key={status} onSelect={() => run({ action: 'status', status })}>
              {t(`status.${status}`)}
            </MenuItem>
          ))}
        </Menu>
        {ofSeveralClients && <MoveAction selection={selection} />}
        <MergeAction selection={selection} layers={layers} />
        <LaterActions selection={selection} total={total} filter={filter} />
        <BulkAction icon={Download} onClick={onExport}>
          {t('export')}
        </BulkAction>
        <BulkAction icon={Trash2} danger onClick={() => setDeleting(true)}>
          {t('delete')}
        </BulkAction>
      </BulkBar>
      <DeleteMany
        open={deleting}
        count={selection.count(total)}
        busy={busy}
        onOpenChange={setDeleting}
        onConfirm={() => {
          run({ action: 'delete' });
          setDeleting(false);
        }}
      />
    </>
  );
}

type TagActionProps = {
  label: string;
  icon: typeof Tag;
  mayCreate?: boolean;
  onPick: (tagId: string) => void;
};

function TagAction({ label, icon, mayCreate, onPick }: TagActionProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={label}
      side="top"
      flush
      open={open}
      onOpenChange={setOpen}
      trigger={<BulkAction icon={icon}>{label}</BulkAction>}
    >
      <TagPicker
        mayCreate={mayCreate}
        onPick={({ id }) => {
          setOpen(false);
          onPick(id);
        }}
      />
    </Popover>
  );
}

type DeleteManyProps = {
  open: boolean;
  count: number;
  busy: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
};

function DeleteMany({ open, count, busy, onOpenChange, onConfirm }: DeleteManyProps) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('bulk.deleteQuestion', { count, shown: number(count) })}
      confirmLabel={t('delete')}
      busy={busy}
      busyLabel={t('deleting')}
      phrase={count > typedFrom ? String(count) : undefined}
      onConfirm={onConfirm}
    >
      {t('bulk.deleteText')}
    </Confirm>
  );
}
