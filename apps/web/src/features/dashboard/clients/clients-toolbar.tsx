import { clientHealths } from '@waggle/contracts/control-room';
import { ChevronDown, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuChoices, MenuLabel } from '#ui/menu.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { type ClientsList, clientSorts } from './use-clients-list.ts';

/** Search, filter and order; on a phone the title of the list with its order. */
export function ClientsToolbar({ clients }: { clients: ClientsList }) {
  const { t } = useTranslation('control-room');
  const singleKeys = useSingleKeys();
  const { list } = clients;
  const isPhone = useIsPhone();
  const search = (
    <SearchInput
      label={t('list.search')}
      placeholder={t('list.search')}
      value={list.search}
      onValueChange={list.setSearch}
      hotkey={singleKeys}
      className="md:w-60"
    />
  );
  if (isPhone) {
    return (
      <div className="flex flex-col gap-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-md font-semibold text-ink">{t('clients')}</h2>
          <OrderMenu clients={clients} isPlain />
        </div>
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">{search}</div>
          <HealthFilter clients={clients} />
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {search}
      <HealthFilter clients={clients} />
      <div className="ml-auto">
        <OrderMenu clients={clients} />
      </div>
    </div>
  );
}

function OrderMenu({ clients: { list }, isPlain = false }: { clients: ClientsList; isPlain?: boolean }) {
  const { t } = useTranslation('control-room');
  const { sort } = list.query;
  const choose = (value: string) => {
    const isFalling = value.startsWith('-');
    list.setOrder({ column: isFalling ? value.slice(1) : value, direction: isFalling ? 'desc' : 'asc' });
  };
  return (
    <Menu
      trigger={
        <Button
          variant={isPlain ? 'ghost' : 'secondary'}
          iconEnd={ChevronDown}
          aria-label={`${t('list.sort')}: ${t(`sorts.${sort}`)}`}
        >
          {t(`sorts.${sort}`)}
        </Button>
      }
    >
      <MenuChoices
        value={sort}
        onValueChange={choose}
        options={clientSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
    </Menu>
  );
}

const any = 'any';

function HealthFilter({ clients: { health, setHealth } }: { clients: ClientsList }) {
  const { t } = useTranslation('control-room');
  const label = health ? `${t('list.health')}: ${t(`health.${health}`)}` : t('list.filter');
  return (
    <Menu
      align="start"
      trigger={
        <Button
          variant="secondary"
          {...(!health && { icon: Plus })}
          className={health ? undefined : 'border-dashed! text-muted! shadow-none!'}
        >
          {label}
        </Button>
      }
    >
      <MenuLabel>{t('list.health')}</MenuLabel>
      <MenuChoices
        value={health ?? any}
        onValueChange={(value) => setHealth(clientHealths.find((one) => one === value))}
        options={[
          { value: any, label: t('list.anyHealth') },
          ...clientHealths.map((value) => ({ value, label: t(`health.${value}`) })),
        ]}
      />
    </Menu>
  );
}
