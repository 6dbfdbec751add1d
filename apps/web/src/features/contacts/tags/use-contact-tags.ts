import type { Tag } from '@waggle/contracts/tags';
import { useTranslation } from 'react-i18next';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useAddContactTag, useRemoveContactTag } from '../queries.ts';

type KnownTag = Pick<Tag, 'id' | 'name'>;

/** Gives and takes tags of one contact; each can be taken back while its toast shows. */
export function useContactTags(contactId: string) {
  const { t } = useTranslation(['contacts', 'app']);
  const adding = useAddContactTag();
  const removing = useRemoveContactTag();
  const failed = (description: string) => toast({ tone: 'error', title: t('app:error'), description });

  const add = ({ id: tagId, name }: KnownTag, undoable = true) =>
    runMutation(
      adding,
      { contactId, tagId },
      {
        onSuccess: () => undoable && told(t('tags.added', { name }), () => remove({ id: tagId, name }, false)),
        onError: () => failed(t('tags.addFailed')),
      },
    );
  const remove = ({ id: tagId, name }: KnownTag, undoable = true) =>
    runMutation(
      removing,
      { contactId, tagId },
      {
        onSuccess: () => undoable && told(t('tags.removed', { name }), () => add({ id: tagId, name }, false)),
        onError: () => failed(t('tags.removeFailed')),
      },
    );
  const told = (title: string, onAction: () => void) =>
    toast({ title, action: { label: t('undo'), undo: true, onAction } });

  return { add, remove, busy: adding.isPending || removing.isPending };
}
