import { Upload } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';

/** For the pointer a place to drop a file, for everybody a button. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('contacts-import');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const hover = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    hover(false)(event);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };

  return (
    // The button inside does the same by keyboard.
    <div
      onDragOver={hover(true)}
      onDragLeave={hover(false)}
      onDrop={drop}
      className={cx(
        'flex flex-col items-center rounded-lg border border-dashed px-4 py-10 text-center transition-colors duration-(--duration-instant)',
        over ? 'border-accent-mark bg-accent-soft' : 'border-line-control bg-sunken',
      )}
    >
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-fill">
        <Upload aria-hidden className="size-5 text-muted" />
      </span>
      <p className="text-base font-semibold text-ink">{t('upload.drop')}</p>
      <p className="mt-0.5 mb-4 text-sm text-muted">{t('upload.dropText')}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx,.vcf,text/csv,text/vcard"
        hidden
        aria-label={t('upload.choose')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()} data-autofocus>
        {t('upload.choose')}
      </Button>
    </div>
  );
}
