import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useListAddress } from '#lib/list-address.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PageBody, PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { ImageDetails } from './details/image-details.tsx';
import { ImageGrid } from './library/image-grid.tsx';
import { LibraryToolbar } from './library/library-toolbar.tsx';
import { StorageMeter } from './library/storage-meter.tsx';
import { useLibrary } from './library/use-library.ts';
import { imageSorts } from './queries.ts';

export function ImagesScreen() {
  const { t } = useTranslation('images');
  const { number } = useFormat();
  const isNarrow = useMediaQuery('(max-width: 63.99rem)');
  const list = useListAddress(imageSorts);
  const library = useLibrary({
    search: list.search,
    setSearch: list.setSearch,
    sort: list.query.sort,
    setSort: (sort) =>
      list.setOrder({ column: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }),
  });
  const { image, total, page, choose } = library;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        {...(page.data && { count: number(total) })}
        breadcrumb={[
          <Link key="campaigns" to="/dashboard/campaigns" search={{}}>
            {t('trail')}
          </Link>,
        ]}
      />
      <PageToolbar className="justify-between">
        <LibraryToolbar library={library} />
        <StorageMeter />
      </PageToolbar>
      <PageBody className="flex flex-1 items-start gap-6">
        <div className={cx('min-w-0 flex-1', isNarrow && image && 'hidden')}>
          <ImageGrid library={library} />
        </div>
        {image && (
          <aside className={cx('sticky top-20', isNarrow ? 'w-full' : 'w-80 shrink-0')}>
            {isNarrow && (
              <Button
                size="sm"
                variant="ghost"
                icon={ArrowLeft}
                className="mb-3 -ml-2"
                onClick={() => choose(undefined)}
              >
                {t('back')}
              </Button>
            )}
            <ImageDetails library={library} />
          </aside>
        )}
      </PageBody>
    </div>
  );
}
