import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '#lib/brand.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { saveFile } from '#ui/save-file.ts';
import { toast } from '#ui/toast-store.ts';

/** Shown once: the server only keeps what it needs to recognise them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('settings');
  const text = codes.join('\n');
  const product = useBrand()
    .name.toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('codes.text')}</p>
      <ul
        aria-label={t('codes.label')}
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line-strong bg-sunken p-4 font-mono text-sm text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          value={text}
          label={t('codes.copy')}
          variant="secondary"
          onCopied={() =>
            toast({
              tone: 'success',
              title: t('copied.title'),
              description: t('copied.text', { label: t('codes.label') }),
            })
          }
        />
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), `${product}-recovery-codes.txt`)}
        >
          {t('codes.download')}
        </Button>
      </div>
      <DialogFooter className="px-0! pt-0! pb-0!">
        <Button variant="primary" onClick={onDone}>
          {t('codes.done')}
        </Button>
      </DialogFooter>
    </div>
  );
}
