import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { pastedFile } from './sources/pasted.ts';

/** Rows copied from a spreadsheet, or a list of addresses, instead of a file. */
export function PasteBox({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('contacts-import');
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  if (!open)
    return (
      <p className="text-center text-sm text-muted">
        <button
          type="button"
          className="min-h-6 font-medium text-link underline underline-offset-2"
          onClick={() => setOpen(true)}
        >
          {t('upload.paste')}
        </button>
      </p>
    );
  return (
    <div className="flex flex-col gap-2.5">
      <Field label={t('upload.pasteLabel')} hint={t('upload.pasteHint')}>
        {(control) => (
          <Textarea
            {...control}
            // Opened by a button for exactly this.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            rows={6}
            spellCheck={false}
            className="font-mono text-xs!"
            placeholder={'ann.keller@example.com\tAnn\tKeller'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button
        className="self-end"
        disabledReason={text.trim() === '' ? t('upload.pasteFirst') : undefined}
        onClick={() => onFile(pastedFile(text, t('upload.pasteName')))}
      >
        {t('upload.pasteContinue')}
      </Button>
    </div>
  );
}
