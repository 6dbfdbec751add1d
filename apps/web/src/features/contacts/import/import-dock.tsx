import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Import } from '@waggle/contracts/imports';
import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { TaskCard } from '#ui/task-card.tsx';
import { EndedCard } from './ended-card.tsx';
import { useImportAddress } from './import-address.ts';
import { isMoving, stepOf } from './import-state.ts';
import { importQuery, recentImportsQuery, useCancelImport } from './queries.ts';
import { useAnnouncedTenths } from './use-announced-tenths.ts';
import { useProgressWords } from './use-progress-words.ts';
import { unwatch, useWatched, watch } from './watched.ts';

/** Imports at work; each stays until its end was seen. */
export function ImportDock() {
  const { t } = useTranslation('contacts-import');
  const recent = useQuery(recentImportsQuery);
  const { importId: shown } = useImportAddress();
  const watched = useWatched();
  useEffect(() => {
    watch((recent.data?.items ?? []).filter(isMoving).map(({ id }) => id));
  }, [recent.data]);
  // The dialog shows the same import in full.
  const ids = watched.filter((id) => id !== shown);
  if (ids.length === 0) return null;
  return (
    <section aria-label={t('dock.label')} className="flex flex-col gap-3">
      {ids.map((id) => (
        <DockedImport key={id} importId={id} />
      ))}
    </section>
  );
}

function DockedImport({ importId }: { importId: string }) {
  const navigate = useNavigate();
  const query = useQuery(importQuery(importId));
  const found = query.data;
  const [sawMoving, setSawMoving] = useState(false);
  if (!sawMoving && isMoving(found)) setSawMoving(true);
  // Deleted, of a client this person no longer sees, or never uploaded completely.
  const gone = found ? stepOf(found) === 'upload' : query.isError;
  useEffect(() => {
    if (gone) unwatch(importId);
  }, [gone, importId]);
  if (!found || gone) return null;
  if (isMoving(found)) return <MovingCard found={found} />;
  const dismiss = () => unwatch(importId);
  const open = () => {
    dismiss();
    void navigate({
      to: found.kind === 'contacts' ? '/dashboard/contacts' : '/dashboard/contacts/suppressions',
      search: { import: importId },
    } as never);
  };
  return <EndedCard found={found} isNew={sawMoving} onOpen={open} onDismiss={dismiss} />;
}

function MovingCard({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const cancel = useCancelImport();
  const { title, note, count, value, max } = useProgressWords(found);
  useAnnouncedTenths(title, value, max);
  return (
    <TaskCard
      icon={Upload}
      title={title}
      count={count}
      value={value}
      max={max}
      note={note || undefined}
      action={
        found.state !== 'undoing' && (
          <Button
            variant="ghost"
            size="sm"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ importId: found.id })}
          >
            {t('cancel')}
          </Button>
        )
      }
    />
  );
}
