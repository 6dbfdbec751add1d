import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { labelsQuery } from '../labels/queries.ts';
import type { QrCodesList } from './use-qr-codes-list.ts';

const selectClass = 'w-auto! min-w-36 text-sm! max-sm:flex-1';

export function QrCodesToolbar({ codes }: { codes: QrCodesList }) {
  const { t } = useTranslation('links');
  const singleKeys = useSingleKeys();
  const { list, active, setActive } = codes;
  return (
    <PageToolbar>
      <SearchInput
        label={t('search')}
        placeholder={t('search')}
        value={list.search}
        onValueChange={list.setSearch}
        hotkey={singleKeys}
        className="sm:max-w-80"
      />
      <Select
        aria-label={t('columns.status')}
        className={selectClass}
        value={active ?? 'any'}
        onValueChange={(value) => setActive(value === 'any' ? undefined : value)}
        options={[
          { value: 'any', label: t('anyStatus') },
          { value: 'yes', label: t('active') },
          { value: 'no', label: t('inactive') },
        ]}
      />
      <LabelFilter codes={codes} />
    </PageToolbar>
  );
}

/** The sign keeps a label called like the first entry apart from it. */
const valueOf = (label: string) => `=${label}`;

/** Only where there is something to choose. */
function LabelFilter({ codes: { label, setLabel } }: { codes: QrCodesList }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const labels = useQuery(labelsQuery).data?.items ?? [];
  const known = labels.map(({ name, codes }) => ({ value: valueOf(name), label: `${name} (${format.number(codes)})` }));
  const isGone = label !== undefined && !labels.some(({ name }) => name === label);
  const options = isGone ? [...known, { value: valueOf(label), label }] : known;
  if (options.length === 0) return null;
  return (
    <Select
      aria-label={t('labels.filter')}
      className={selectClass}
      value={label === undefined ? 'any' : valueOf(label)}
      onValueChange={(value) => setLabel(value === 'any' ? undefined : value.slice(1))}
      options={[{ value: 'any', label: t('labels.any') }, ...options]}
    />
  );
}
