import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import type { Library } from '../library/use-library.ts';
import { useBytes } from '../use-bytes.ts';
import { AltField } from './alt-field.tsx';
import { DeleteImage } from './delete-image.tsx';
import { UsesList } from './uses-list.tsx';

/** The chosen image: what it says, where it is and what can be done with it. */
export function ImageDetails({ library }: { library: Library }) {
  const { t } = useTranslation('images');
  const format = useFormat();
  const bytes = useBytes();
  const [isDeleting, setDeleting] = useState(false);
  const { image, mayWrite } = library;
  if (!image) return null;
  const { name, alt, url, width, height, addedBy, createdAt } = image;
  const size = t('size', { width: format.number(width), height: format.number(height), size: bytes(image.bytes) });
  const added = addedBy
    ? t('addedBy', { when: format.when(createdAt), name: addedBy })
    : t('added', { when: format.when(createdAt) });
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-4">
      <img
        src={url}
        alt={alt}
        className="max-h-60 w-full rounded-md border border-line-strong bg-sunken object-contain"
      />
      <div>
        <h3 className="text-base font-semibold break-words text-ink">{name}</h3>
        <p className="text-xs text-muted">{t('facts', { size, added })}</p>
      </div>
      <AltField key={image.id} library={library} image={image} />
      <UsesList imageId={image.id} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <a href={url} download={name} className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden className="icon-control" />
          {t('download')}
        </a>
        {mayWrite && (
          <Button
            size="sm"
            variant="ghost"
            icon={Trash2}
            className="text-danger-text!"
            onClick={() => setDeleting(true)}
          >
            {t('delete')}
          </Button>
        )}
      </div>
      {mayWrite && <p className="text-xs text-subtle">{t('deleteNote')}</p>}
      {isDeleting && (
        <DeleteImage image={image} onClose={() => setDeleting(false)} onDeleted={() => library.choose(undefined)} />
      )}
    </section>
  );
}
