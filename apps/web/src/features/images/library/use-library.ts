import { useInfiniteQuery } from '@tanstack/react-query';
import type { Owner } from '@waggle/contracts/clients';
import type { LibraryImage } from '@waggle/contracts/images';
import { useState } from 'react';
import { useHolds } from '#features/accounts/index.ts';
import { type ImageSort, imagesQuery } from '../queries.ts';
import { useUploads } from '../upload/use-uploads.ts';

export type Asked = {
  search: string;
  setSearch: (search: string) => void;
  sort: ImageSort;
  setSort: (sort: ImageSort) => void;
};

type Draft = Pick<LibraryImage, 'id' | 'alt'>;

const altOf = (image: LibraryImage | undefined, draft: Draft | undefined): string =>
  (draft?.id === image?.id ? draft?.alt : image?.alt) ?? '';

/** What the library shows and which image is chosen in it. Where search and order live is the caller's. */
export function useLibrary(asked: Asked, owner?: Owner) {
  const page = useInfiniteQuery(imagesQuery(asked.search, asked.sort, owner));
  const [chosen, setChosen] = useState<LibraryImage>();
  /** Typed and perhaps not saved yet. */
  const [draft, setDraft] = useState<Draft>();
  const uploads = useUploads(owner === 'organization' ? null : owner, setChosen);
  const items = page.data?.pages.flatMap((one) => one.items) ?? [];
  const image = chosen && (items.find(({ id }) => id === chosen.id) ?? chosen);
  return {
    ...asked,
    page,
    items,
    total: page.data?.pages[0]?.total ?? 0,
    uploads,
    mayWrite: useHolds('images:write'),
    image,
    alt: altOf(image, draft),
    setAlt: (alt: string) => image && setDraft({ id: image.id, alt }),
    choose: setChosen,
  };
}
export type Library = ReturnType<typeof useLibrary>;
