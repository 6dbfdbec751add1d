import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { versionQuery } from './queries.ts';
import { useRestore } from './use-restore.ts';

type RestoreDialogProps = { version: number; onClose: () => void };

/** Says what becomes of the draft, of its emails and of people inside. */
export function RestoreDialog({ version, onClose }: RestoreDialogProps) {
  const { t } = useTranslation('automation-versions');
  const { number } = useFormat();
  const text = useUiText();
  const { automation } = useEditor();
  const [emails, setEmails] = useState<'published' | 'keep'>('published');
  const read = useQuery(versionQuery(automation.id, version));
  const { restore, isPending } = useRestore(version, onClose);
  const shown = number(version);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={t('restore.title', { version: shown })}
      description={t('restore.text')}
      footer={
        <>
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button variant="primary" busy={isPending} onClick={() => restore(emails)} data-autofocus>
            {t('use')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {automation.hasChanges && (
          <Alert tone="warning" title={t('restore.unpublished')}>
            {t('restore.unpublishedText')}
          </Alert>
        )}
        {(read.data?.emails.length ?? 0) > 0 && (
          <RadioCards
            legend={t('restore.emails')}
            columns={1}
            value={emails}
            onValueChange={setEmails}
            options={[
              {
                value: 'published',
                label: t('restore.published', { version: shown }),
                description: t('restore.publishedHint'),
              },
              { value: 'keep', label: t('restore.keep'), description: t('restore.keepHint') },
            ]}
          />
        )}
      </div>
    </Dialog>
  );
}
