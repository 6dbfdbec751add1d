import type { Owner } from '@waggle/contracts/clients';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { ImageDetails } from './details/image-details.tsx';
import { ImageGrid } from './library/image-grid.tsx';
import { LibraryToolbar } from './library/library-toolbar.tsx';
import { StorageMeter } from './library/storage-meter.tsx';
import { type Library, useLibrary } from './library/use-library.ts';
import type { ImageSort } from './queries.ts';

/** `fileId` is the image's id in the library. */
export type ChosenImage = { fileId: string; url: string; alt: string; width: number; height: number };

type ImagePickerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onChoose: (image: ChosenImage) => void;
  /** Whose images are shown, and whose new ones are; without it those in sight. */
  owner?: Owner | undefined;
};

/** The library as a dialog: upload or find an image, describe it, insert it. Loads its own texts. */
export function ImagePicker({ open, ...rest }: ImagePickerProps) {
  const { ready } = useTranslation('images', { useSuspense: false });
  return open && ready ? <OpenPicker {...rest} /> : null;
}

function OpenPicker({ onOpenChange, onChoose, owner }: Omit<ImagePickerProps, 'open'>) {
  const { t } = useTranslation('images');
  const { number } = useFormat();
  const isPhone = useIsPhone();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<ImageSort>('-createdAt');
  const library = useLibrary({ search, setSearch, sort, setSort }, owner);
  const { image, alt, total } = library;
  const insert = () => {
    if (!image) return;
    const { id: fileId, url, width, height } = image;
    onChoose({ fileId, url, alt: alt.trim(), width, height });
    onOpenChange(false);
  };
  const reason = image ? (alt.trim() === '' ? t('insertNeedsAlt') : undefined) : t('insertNeedsImage');

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="xl"
      flush
      title={t('title')}
      description={t('count', { count: total, shown: number(total) })}
      actions={isPhone ? undefined : <LibraryToolbar library={library} />}
    >
      <div className="flex h-full min-h-0 flex-col border-t border-line">
        {isPhone && !image && (
          <div className="px-4 pt-3">
            <LibraryToolbar library={library} />
          </div>
        )}
        <div className="flex min-h-0 flex-1">
          {(!isPhone || !image) && (
            <div className="min-h-0 flex-1 overflow-y-auto p-5 max-sm:p-4">
              <ImageGrid library={library} />
            </div>
          )}
          <Aside library={library} isPhone={isPhone} />
        </div>
        <DialogFooter className="border-t border-line bg-sunken pt-3! pb-3!">
          <div className="mr-auto">
            <StorageMeter />
          </div>
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" disabledReason={reason} onClick={insert}>
            {t('insert')}
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}

function Aside({ library, isPhone }: { library: Library; isPhone: boolean }) {
  const { t } = useTranslation('images');
  const { image, choose } = library;
  const back = isPhone && image !== undefined;
  useEffect(() => {
    if (back) document.querySelector<HTMLElement>('[data-back-to-images]')?.focus();
  }, [back]);
  if (isPhone && !image) return null;
  return (
    <div className="w-[21rem] shrink-0 overflow-y-auto border-l border-line p-5 max-md:w-full max-md:border-0 max-sm:p-4">
      {back && (
        <Button
          size="sm"
          variant="ghost"
          icon={ArrowLeft}
          data-back-to-images
          className="mb-3 -ml-2"
          onClick={() => choose(undefined)}
        >
          {t('back')}
        </Button>
      )}
      {image ? <ImageDetails library={library} /> : <p className="text-sm text-subtle">{t('chooseOne')}</p>}
    </div>
  );
}
