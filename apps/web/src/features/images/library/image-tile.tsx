import type { LibraryImage } from '@waggle/contracts/images';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { useBytes } from '../use-bytes.ts';

type ImageTileProps = {
  image: LibraryImage;
  isChosen: boolean;
  onChoose: () => void;
  onOpen?: (() => void) | undefined;
};

export function ImageTile({ image, isChosen, onChoose, onOpen }: ImageTileProps) {
  const { t } = useTranslation('images');
  const { number } = useFormat();
  const bytes = useBytes();
  const { name, alt, url, width, height } = image;
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        onDoubleClick={onOpen}
        className="group block w-full rounded-md text-left"
      >
        <span
          className={cx(
            'relative block aspect-[7/6] overflow-hidden rounded-md border bg-sunken',
            isChosen ? 'border-transparent ring-2 ring-ink ring-offset-2 ring-offset-raised' : 'border-line-strong',
          )}
        >
          <img src={url} alt={alt} loading="lazy" decoding="async" className="size-full object-cover" />
          {isChosen && (
            <span className="absolute top-2 right-2 grid size-5 place-items-center rounded-full bg-ink text-surface">
              <Check aria-hidden className="size-3" strokeWidth={3} />
            </span>
          )}
        </span>
        <span className="mt-1.5 block truncate text-xs font-[550] text-ink">{name}</span>
        <span className="block text-xs text-subtle">
          {t('size', { width: number(width), height: number(height), size: bytes(image.bytes) })}
        </span>
        {alt === '' && <span className="block text-xs text-warning-text">{t('noAlt')}</span>}
      </button>
    </li>
  );
}
