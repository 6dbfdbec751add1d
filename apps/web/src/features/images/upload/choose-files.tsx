import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { acceptedTypes } from './file-fault.ts';

type ChooseFilesProps = { look: 'button' | 'link'; onFiles: (files: readonly File[]) => void };

/** Opens the browser's own dialog for files. */
export function ChooseFiles({ look, onFiles }: ChooseFilesProps) {
  const { t } = useTranslation('images');
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedTypes.join(',')}
        aria-label={t('drop.choose')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      {look === 'button' ? (
        <Button icon={Upload} onClick={choose}>
          {t('upload')}
        </Button>
      ) : (
        <button
          type="button"
          onClick={choose}
          className="font-[550] text-link underline-offset-2 hover:underline coarse:min-h-(--target-touch)"
        >
          {t('drop.choose')}
        </button>
      )}
    </>
  );
}
