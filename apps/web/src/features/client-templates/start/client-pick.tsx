import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, clientSearchQuery } from '#features/accounts/index.ts';
import { Field } from '#ui/field.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import type { StartForm } from './use-start-form.ts';

export function ClientPick({ start }: { start: StartForm }) {
  const { t } = useTranslation('client-templates');
  const { form, isMissing, chooseClient } = start;
  const error = isMissing ? t('chooseClient') : form.errorOf('fromClientId');
  return (
    <ClientSelect
      label={t('copyFrom')}
      error={error}
      value={form.watch('fromClientId') ?? undefined}
      onChoose={chooseClient}
    />
  );
}

type ClientSelectProps = {
  label: string;
  error: string | undefined;
  value: string | undefined;
  onChoose: (clientId: string) => void;
};

/** A client of the organization. More than one list holds are found by a part of the name. */
export function ClientSelect({ label, error, value, onChoose }: ClientSelectProps) {
  const { t } = useTranslation('client-templates');
  const [search, setSearch] = useState('');
  const all = useQuery(clientChoicesQuery).data;
  const isLong = all !== undefined && all.total > all.items.length;
  const found = useQuery({ ...clientSearchQuery(search), enabled: isLong, placeholderData: keepPreviousData }).data;
  const listed = (isLong && search !== '' ? found : all)?.items ?? [];
  // The one that is chosen stays in the list, whatever is searched afterwards.
  const chosen = all?.items.find(({ id }) => id === value);
  const clients = chosen && !listed.some(({ id }) => id === value) ? [chosen, ...listed] : listed;
  return (
    <Field label={label} required error={error}>
      {(control) => (
        <div className="flex flex-col gap-2">
          {isLong && <SearchInput label={t('findClient')} value={search} onValueChange={setSearch} hotkey={false} />}
          <Select
            {...control}
            value={value}
            onValueChange={onChoose}
            placeholder={t('chooseClient')}
            options={clients.map(({ id, name }) => ({
              value: id,
              label: name,
              leading: <Hexagon name={name} size={20} />,
            }))}
          />
        </div>
      )}
    </Field>
  );
}
