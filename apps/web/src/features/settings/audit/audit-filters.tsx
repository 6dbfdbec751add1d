import { useQuery } from '@tanstack/react-query';
import { type AuditGroup, auditGroups } from '@waggle/contracts/audit';
import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Popover } from '#ui/popover.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { auditPeopleQuery } from './queries.ts';
import type { AuditAddress } from './use-audit-address.ts';

const any = 'any';
const groups = Object.keys(auditGroups) as AuditGroup[];
const narrow = 'w-auto! min-w-40 text-sm! max-sm:w-full!';

export function AuditFilters({ address }: { address: AuditAddress }) {
  const { t } = useTranslation('audit');
  const singleKeys = useSingleKeys();
  const people = useQuery(auditPeopleQuery).data?.items ?? [];
  const { list, filter, setFilter } = address;
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        label={t('search')}
        placeholder={t('search')}
        value={list.search}
        onValueChange={list.setSearch}
        hotkey={singleKeys}
        className="sm:max-w-64"
      />
      <Select
        aria-label={t('filters.person')}
        className={narrow}
        value={filter.personId ?? any}
        onValueChange={(value) => setFilter({ ...filter, personId: value === any ? undefined : value })}
        options={[
          { value: any, label: t('filters.anyPerson') },
          ...people.map(({ id, name, email }) => ({ value: id, label: name, description: email })),
        ]}
      />
      <Select
        aria-label={t('filters.group')}
        className={narrow}
        value={filter.group ?? any}
        onValueChange={(value) => setFilter({ ...filter, group: groups.find((one) => one === value) })}
        options={[
          { value: any, label: t('filters.anyGroup') },
          ...groups.map((value) => ({ value, label: t(`groups.${value}`) })),
        ]}
      />
      <Dates address={address} />
    </div>
  );
}

function Dates({ address: { filter, setFilter } }: { address: AuditAddress }) {
  const { t } = useTranslation('audit');
  const label = useDatesLabel(filter);
  const { from, to } = filter;
  return (
    <Popover
      label={t('filters.dates')}
      trigger={
        <Button icon={CalendarDays} aria-label={`${t('filters.dates')}: ${label}`} className="max-sm:w-full">
          {label}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`filters.${end}`)}>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={filter[end] ?? ''}
                min={end === 'to' ? from : undefined}
                max={end === 'from' ? to : undefined}
                onChange={(event) => setFilter({ ...filter, [end]: event.target.value || undefined })}
              />
            )}
          </Field>
        ))}
        {(from ?? to) && (
          <Button variant="ghost" onClick={() => setFilter({ ...filter, from: undefined, to: undefined })}>
            {t('filters.clearDates')}
          </Button>
        )}
      </div>
    </Popover>
  );
}

function useDatesLabel({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  const { t } = useTranslation('audit');
  const format = useFormat();
  if (from && to) return t('filters.between', { from: format.dayInFull(from), to: format.dayInFull(to) });
  if (from) return t('filters.since', { from: format.dayInFull(from) });
  return to ? t('filters.until', { to: format.dayInFull(to) }) : t('filters.anyDate');
}
