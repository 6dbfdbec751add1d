import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BatchAction, ContactBatch } from '@waggle/contracts/contact-batches';
import { CircleDot, Tag, Trash2, type LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { TaskCard } from '#ui/task-card.tsx';
import { batchesQuery, batchQuery, contactKeys } from '../queries.ts';
import { batchTitle, isMoving, useTellBatch } from './batch-words.ts';

const icons: Record<BatchAction, LucideIcon> = { tag: Tag, untag: Tag, status: CircleDot, delete: Trash2 };

/** Bulk changes that are still going on, also those begun before the page was loaded. */
export function BatchDock() {
  const { data } = useQuery({ ...batchesQuery, refetchOnMount: 'always' });
  const moving = (data?.items ?? []).filter(isMoving);
  if (moving.length === 0) return null;
  return (
    <div className="fixed right-4 bottom-20 z-(--z-selection) flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2">
      {moving.map((batch) => (
        <MovingBatch key={batch.id} known={batch} />
      ))}
    </div>
  );
}

function MovingBatch({ known }: { known: ContactBatch }) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const client = useQueryClient();
  const { tell } = useTellBatch();
  const { data: batch } = useQuery({ ...batchQuery(known.id), initialData: known, initialDataUpdatedAt: 0 });
  const over = !isMoving(batch);

  useEffect(() => {
    if (!over) return;
    tell(batch);
    for (const queryKey of [contactKeys.contacts, contactKeys.tags, contactKeys.batches]) {
      void client.invalidateQueries({ queryKey });
    }
    // Told once, when it ends; later renders change nothing about that.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [over]);

  const undoing = batch.state === 'undoing';
  const [value, max] = undoing ? [batch.restored, batch.changed] : [batch.seen, batch.total];
  return (
    <TaskCard
      icon={icons[batch.action]}
      title={batchTitle(batch, t)}
      count={t('bulk.progress', { value: number(value), max: number(max) })}
      value={value}
      max={max}
    />
  );
}
