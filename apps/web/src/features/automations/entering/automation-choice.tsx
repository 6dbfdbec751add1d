import { useQuery } from '@tanstack/react-query';
import type { AutomationSummary } from '@waggle/contracts/automations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownClients } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { liveAutomationsQuery } from './queries.ts';

type AutomationChoiceProps = { value: string | undefined; onChange: (automation: AutomationSummary) => void };

/** Those that let people in now. */
export function AutomationChoice({ value, onChange }: AutomationChoiceProps) {
  const { t } = useTranslation('automation-entering');
  const { number } = useFormat();
  const clients = useShownClients();
  const [search, setSearch] = useState('');
  const found = useQuery(liveAutomationsQuery(search));
  const about = ({ clientId, inside, isActive }: AutomationSummary): string =>
    [
      clientId !== null && clients.get(clientId),
      t('inside', { count: inside, shown: number(inside) }),
      !isActive && t('held'),
    ]
      .filter(Boolean)
      .join(' · ');
  if (found.isError) {
    return (
      <LoadError
        title={t('automationsFailed')}
        message={problemText(found.error)}
        retry={() => void found.refetch()}
        busy={found.isFetching}
      />
    );
  }
  const items = found.data?.items;
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label={t('findAutomation')}
        placeholder={t('findAutomation')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
      />
      {!items && <SkeletonRows />}
      {items?.length === 0 && (
        <p className="py-2 text-sm text-muted">{t(search === '' ? 'noAutomations' : 'noAutomationFound')}</p>
      )}
      {items && items.length > 0 && (
        <RadioCards
          legend={t('automation')}
          hideLegend
          columns={1}
          value={value}
          onValueChange={(id) => onChange(items.find((one) => one.id === id)!)}
          options={items.map((one) => ({ value: one.id, label: one.name, description: about(one) }))}
        />
      )}
    </div>
  );
}
