import type { ContactBatch } from '@waggle/contracts/contact-batches';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useUndoBatch } from '../queries.ts';

/** Long enough to read it and to change one's mind. */
const undoMs = 10_000;

export const isMoving = ({ state }: Pick<ContactBatch, 'state'>): boolean => state === 'running' || state === 'undoing';

type Number = (value: number) => string;

export function batchTitle(batch: ContactBatch, t: TFunction<'contacts'>): string {
  if (batch.state === 'undoing') return t('bulk.undoing');
  return t(`bulk.running.${batch.action}`, {
    tag: batch.tag?.name ?? '',
    status: statusOf(batch, t),
    automation: batch.automation?.name ?? '',
  });
}

const statusOf = ({ status }: ContactBatch, t: TFunction<'contacts'>) => (status ? t(`status.${status}`) : '');

function doneSentence(batch: ContactBatch, t: TFunction<'contacts'>, number: Number): string {
  const { action, changed, tag, automation } = batch;
  if (changed === 0) return t(action === 'enter' ? 'bulk.nobodyEntered' : 'bulk.nothing');
  const words = {
    count: changed,
    shown: number(changed),
    tag: tag?.name ?? '',
    status: statusOf(batch, t),
    automation: automation?.name ?? '',
  };
  return t(`bulk.done.${action}`, words);
}

/** Of those who were not changed: who was let in nowhere for other reasons than who had a tag already. */
function restSentence({ action, changed, total, entry }: ContactBatch, t: TFunction<'contacts'>, number: Number) {
  if (action === 'enter')
    return entry && entry.leftOut > 0
      ? t('bulk.leftOut', { count: entry.leftOut, shown: number(entry.leftOut) })
      : undefined;
  return changed > 0 && changed < total ? t('bulk.othersHad') : undefined;
}

/** Says in one toast what a bulk change did, and offers to take it back. */
export function useTellBatch() {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const undo = useUndoBatch();

  const failed = () => toast({ tone: 'error', title: t('error', { ns: 'app' }), description: t('bulk.undoFailed') });
  const tell = (batch: ContactBatch) => {
    if (batch.state === 'failed') {
      toast({ tone: 'error', title: t('error', { ns: 'app' }), description: t('bulk.stopped') });
    } else if (batch.state === 'undone') {
      toast({
        tone: 'success',
        title: t('bulk.undone', { count: batch.restored, shown: number(batch.restored) }),
        description: batch.restored < batch.changed ? t('bulk.undonePartly') : undefined,
      });
    } else if (batch.state === 'done') {
      toast({
        tone: 'success',
        title: doneSentence(batch, t, number),
        description: restSentence(batch, t, number),
        duration: undoMs,
        action:
          batch.changed > 0 && batch.action !== 'enter'
            ? {
                label: t('undo'),
                undo: true,
                onAction: () => runMutation(undo, batch.id, { onSuccess: tell, onError: failed }),
              }
            : undefined,
      });
    }
  };
  /** For what is deleted alone, where only the id of its batch is known. */
  const offerUndo = (title: string, batchId: string) =>
    toast({
      tone: 'success',
      title,
      duration: undoMs,
      action: {
        label: t('undo'),
        undo: true,
        onAction: () => runMutation(undo, batchId, { onSuccess: tell, onError: failed }),
      },
    });
  return { tell, offerUndo };
}
