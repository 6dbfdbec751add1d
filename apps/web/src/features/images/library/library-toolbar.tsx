import { useTranslation } from 'react-i18next';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { imageSorts } from '../queries.ts';
import { ChooseFiles } from '../upload/choose-files.tsx';
import type { Library } from './use-library.ts';

export function LibraryToolbar({ library }: { library: Library }) {
  const { t } = useTranslation('images');
  const { search, setSearch, sort, setSort, mayWrite, uploads } = library;
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:w-full max-sm:flex-wrap">
      <SearchInput
        label={t('search')}
        placeholder={t('search')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
        className="sm:w-60"
      />
      <Select
        aria-label={t('sort.label')}
        className="w-auto! min-w-34 text-sm! max-sm:flex-1"
        value={sort}
        onValueChange={(value) => setSort(imageSorts.find((one) => one === value) ?? imageSorts[0])}
        options={imageSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      {mayWrite && <ChooseFiles look="button" onFiles={uploads.add} />}
    </div>
  );
}
