import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContactBatch } from '@waggle/contracts/contact-batches';
import { CircleDot, Tag, Trash2, UserPlus, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { TaskCard } from '#ui/task-card.tsx';
import { contactKeys } from '../keys.ts';
import { batchesQuery, batchQuery } from '../queries.ts';
import { batchTitle, isMoving, useTellBatch } from './batch-words.ts';

const icons: Record<ContactBatch['action'], LucideIcon> = {
  tag: Tag,
  untag: Tag,
  status: CircleDot,
  delete: Trash2,
  enter: UserPlus,
};

/** A batch moves at most twice: when it is done and when it is undone. */
const moveOf = ({ id, state }: ContactBatch): string => `${id} ${state}`;

/** Bulk changes that are still going on, also those begun before the page was loaded; each until its end was told. */
export function BatchDock() {
  const { data } = useQuery({ ...batchesQuery, refetchOnMount: 'always' });
  const [watched, setWatched] = useState<readonly ContactBatch[]>([]);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const known = new Set([...watched.map(moveOf), ...ended]);
  const more = (data?.items ?? []).filter((batch) => isMoving(batch) && !known.has(moveOf(batch)));
  if (more.length > 0) setWatched([...watched, ...more]);
  const end = (batch: ContactBatch) => {
    setWatched((now) => now.filter((other) => other !== batch));
    // The list may say for a moment longer that it moves.
    setEnded((now) => [...now, moveOf(batch)]);
  };
  return watched.map((batch) => <MovingBatch key={moveOf(batch)} known={batch} onEnd={() => end(batch)} />);
}

function MovingBatch({ known, onEnd }: { known: ContactBatch; onEnd: () => void }) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const client = useQueryClient();
  const { tell } = useTellBatch();
  const { data: batch, isError } = useQuery({ ...batchQuery(known.id), initialData: known, initialDataUpdatedAt: 0 });
  // Of a client this person no longer looks at.
  const gone = isError;
  const over = gone || !isMoving(batch);

  useEffect(() => {
    if (!over) return;
    if (!gone) tell(batch);
    for (const queryKey of [contactKeys.contacts, contactKeys.tags, contactKeys.batches]) {
      void client.invalidateQueries({ queryKey });
    }
    onEnd();
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
