import type { LibraryImage } from '@waggle/contracts/images';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { DropTile } from '../upload/drop-tile.tsx';
import { UploadTile } from '../upload/upload-tile.tsx';
import { ImageTile } from './image-tile.tsx';
import type { Library } from './use-library.ts';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-4 max-sm:grid-cols-2 max-sm:gap-3';

type ImageGridProps = { library: Library; onOpen?: ((image: LibraryImage) => void) | undefined };

/** Waiting, failed, empty or full; files dropped anywhere on it are uploaded. */
export function ImageGrid({ library, onOpen }: ImageGridProps) {
  const { t } = useTranslation('images');
  const { page, items, uploads, mayWrite, image } = library;
  const [over, setOver] = useState(false);
  const isShown = useDelayedPending(page.isPending);
  if (page.isPending || isShown) return <GridSkeleton isShown={isShown} />;
  if (page.isError)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => void page.refetch()}
        busy={page.isFetching}
      />
    );
  const hover = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (event: DragEvent) => {
    hover(false)(event);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) uploads.add(files);
  };
  return (
    <div
      {...(mayWrite && { onDragOver: hover(true), onDragLeave: hover(false), onDrop: drop })}
      className="flex flex-col gap-4"
    >
      {items.length === 0 && uploads.uploads.length === 0 && <NoImages library={library} />}
      <ul className={gridClass} aria-busy={page.isFetching}>
        {mayWrite && library.search === '' && <DropTile over={over} onFiles={uploads.add} />}
        {uploads.uploads.map((upload) => (
          <UploadTile key={upload.key} upload={upload} onDismiss={() => uploads.dismiss(upload.key)} />
        ))}
        {items.map((one) => (
          <ImageTile
            key={one.id}
            image={one}
            isChosen={one.id === image?.id}
            onChoose={() => library.choose(one)}
            onOpen={onOpen && (() => onOpen(one))}
          />
        ))}
      </ul>
      {page.hasNextPage && (
        <Button className="self-center" busy={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function NoImages({ library: { search, setSearch } }: { library: Library }) {
  const { t } = useTranslation('images');
  if (search)
    return (
      <EmptyState title={t('none.found')} action={<Button onClick={() => setSearch('')}>{t('none.clear')}</Button>} />
    );
  return <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>;
}

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function GridSkeleton({ isShown }: { isShown: boolean }) {
  return (
    <SkeletonGroup className={isShown ? gridClass : `${gridClass} invisible`}>
      {places.map((place) => (
        <Skeleton key={place} shape="block" className="aspect-[7/6]" />
      ))}
    </SkeletonGroup>
  );
}
