import type { Import } from '@waggle/contracts/imports';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCounted } from './counted.ts';
import { useUndoImport } from './queries.ts';

/** Takes the whole import back, after saying what goes. */
export function UndoButton({ found }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  const counted = useCounted();
  const undo = useUndoImport();
  const isOfContacts = found.kind === 'contacts';
  const [asking, setAsking] = useState(false);
  const { created = 0, updated = 0 } = found.counts ?? {};
  return (
    <>
      <Button
        variant="ghost"
        className="-ml-3"
        icon={Undo2}
        onClick={() => setAsking(true)}
        title={found.undoUntil ? t('undo.until', { date: format.date(found.undoUntil) }) : undefined}
      >
        {t('undo.button')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('undo.title', { name: found.name })}
        confirmLabel={t('undo.button')}
        busy={undo.isPending}
        busyLabel={t('undo.busy')}
        onConfirm={() =>
          undo.mutate(
            { importId: found.id },
            {
              onError: (error) => {
                setAsking(false);
                toast({ tone: 'error', title: t('error'), description: problemText(error) });
              },
            },
          )
        }
      >
        <ul className="flex flex-col gap-1">
          {!isOfContacts && <li>{t('undo.lifts', counted(created))}</li>}
          {isOfContacts && created > 0 && <li>{t('undo.removes', counted(created))}</li>}
          {isOfContacts && updated > 0 && <li>{t('undo.restores', counted(updated))}</li>}
          {isOfContacts && <li>{t('undo.keeps')}</li>}
        </ul>
      </Confirm>
    </>
  );
}
