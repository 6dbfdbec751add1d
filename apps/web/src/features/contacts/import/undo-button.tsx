import type { Import } from '@waggle/contracts/imports';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCounted } from './counted.ts';
import { useUndoImport } from './queries.ts';

type UndoButtonProps = { found: Import; size?: 'sm' | undefined; className?: string | undefined };

/** Takes the whole import back, after saying what goes. */
export function UndoButton({ found, size, className = '-ml-3' }: UndoButtonProps) {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size={size}
        className={className}
        icon={Undo2}
        onClick={() => setAsking(true)}
        title={found.undoUntil ? t('undo.until', { date: format.date(found.undoUntil) }) : undefined}
      >
        {t('undo.button')}
      </Button>
      {asking && <UndoQuestion found={found} onClose={() => setAsking(false)} />}
    </>
  );
}

export function UndoQuestion({ found, onClose }: { found: Import; onClose: () => void }) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  const undo = useUndoImport();
  const isOfContacts = found.kind === 'contacts';
  const { created = 0, updated = 0 } = found.counts ?? {};
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('undo.title', { name: found.name })}
      confirmLabel={t('undo.button')}
      busy={undo.isPending}
      busyLabel={t('undo.busy')}
      onConfirm={() =>
        runMutation(
          undo,
          { importId: found.id },
          {
            onSettled: onClose,
            onError: (error) => {
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
  );
}
