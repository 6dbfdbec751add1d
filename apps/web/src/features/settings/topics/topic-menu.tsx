import type { Topic } from '@waggle/contracts/topics';
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteTopic, useMoveTopic, useUpdateTopic } from './queries.ts';
import { TopicDialog } from './topic-dialog.tsx';

type TopicMenuProps = { topic: Topic; position: number; last: number };

export function TopicMenu({ topic, position, last }: TopicMenuProps) {
  const { t } = useTranslation('topics');
  const [asking, setAsking] = useState<'edit' | 'remove'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <Menu trigger={<IconButton label={t('menuOf', { name: topic.name })} icon={Ellipsis} />}>
        <MenuItem icon={Pencil} onSelect={() => setAsking('edit')}>
          {t('edit')}
        </MenuItem>
        {!topic.archived && <MoveItems topic={topic} position={position} last={last} />}
        <ArchiveItem topic={topic} />
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => setAsking('remove')}>
          {t('remove')}
        </MenuItem>
      </Menu>
      {asking === 'edit' && <TopicDialog topic={topic} onClose={close} />}
      <RemoveTopic topic={topic} open={asking === 'remove'} onClose={close} />
    </>
  );
}

function useFailure() {
  const { t } = useTranslation('topics');
  return (error: Error) => void toast({ tone: 'error', title: t('error'), description: problemText(error) });
}

function MoveItems({ topic: { id }, position, last }: TopicMenuProps) {
  const { t } = useTranslation('topics');
  const move = useMoveTopic();
  const onError = useFailure();
  const to = (place: number) => runMutation(move, { topicId: id, position: place }, { onError });
  return (
    <>
      <MenuItem icon={ArrowUp} disabled={position === 0} onSelect={() => to(position - 1)}>
        {t('moveUp')}
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={position === last} onSelect={() => to(position + 1)}>
        {t('moveDown')}
      </MenuItem>
    </>
  );
}

/** Undone as easily, so it does not ask. */
function ArchiveItem({ topic: { id, name, archived } }: { topic: Topic }) {
  const { t } = useTranslation('topics');
  const update = useUpdateTopic();
  const onError = useFailure();
  const set = () =>
    runMutation(
      update,
      { topicId: id, archived: !archived },
      {
        onSuccess: () =>
          toast({ tone: 'success', title: t(archived ? 'restored' : 'archivedDone'), description: name }),
        onError,
      },
    );
  return (
    <MenuItem icon={archived ? ArchiveRestore : Archive} onSelect={set}>
      {t(archived ? 'restore' : 'archive')}
    </MenuItem>
  );
}

function RemoveTopic({ topic: { id, name }, open, onClose }: { topic: Topic; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('topics');
  const remove = useDeleteTopic();
  const onError = useFailure();
  const confirm = () =>
    runMutation(remove, id, {
      onSuccess: () => toast({ tone: 'success', title: t('removed'), description: name }),
      onError,
      onSettled: onClose,
    });
  return (
    <Confirm
      open={open}
      onOpenChange={onClose}
      title={t('removeQuestion', { name })}
      confirmLabel={t('remove')}
      busy={remove.isPending}
      onConfirm={confirm}
    >
      {t('removeText')}
    </Confirm>
  );
}
