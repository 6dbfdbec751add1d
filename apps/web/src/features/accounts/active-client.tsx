import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, Layers } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { problemText } from '#lib/problem-text.ts';
import { stored } from '#lib/stored.ts';
import { cx } from '#ui/class-names.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { Menu, MenuChoices } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { clientChoicesQuery, organizationQuery, useSetActiveClient } from './queries.ts';
import { useUser } from './session.ts';

const everybody = 'all';

/** The clients to choose between, or undefined for everybody who has no choice. */
export function useActiveClient() {
  const user = useUser();
  const organization = useQuery(organizationQuery);
  const isAgency = organization.data?.type === 'AGENCY';
  const clients = useQuery({ ...clientChoicesQuery, enabled: isAgency });
  const items = clients.data?.items ?? [];
  if (!isAgency || items.length === 0) return undefined;

  const active = items.find((client) => client.id === user.activeClientId);
  return { clients: items, active, limited: user.clientId !== null };
}

/** The name to show: what the server says, and until it has spoken the last choice on this device. */
export function useActiveClientName(): string {
  const { t } = useTranslation();
  const choice = useActiveClient();
  if (choice) return choice.active?.name ?? t('activeClient.all');
  return stored.read('client') ?? t('activeClient.all');
}

function useChooseClient() {
  const { t } = useTranslation();
  const setActiveClient = useSetActiveClient();
  const choice = useActiveClient();
  return (value: string) => {
    const clientId = value === everybody ? null : value;
    const name = choice?.clients.find((client) => client.id === clientId)?.name;
    setActiveClient.mutate(clientId, {
      onSuccess: () => {
        stored.write('client', name);
        announce(t('activeClient.showing', { client: name ?? t('activeClient.all') }));
      },
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  };
}

/** 'All Clients' and each client; agencies that have clients only. */
export function ActiveClientMenu({ trigger }: { trigger: ReactElement }) {
  const { t } = useTranslation();
  const choice = useActiveClient();
  const choose = useChooseClient();
  if (!choice) return null;

  const options = choice.clients.map((client) => ({
    value: client.id,
    label: client.name,
    leading: <Hexagon name={client.name} size={20} />,
  }));
  const all = { value: everybody, label: t('activeClient.all'), icon: Layers };
  return (
    <Menu trigger={trigger} align="start" matchWidth>
      <MenuChoices
        value={choice.active?.id ?? everybody}
        onValueChange={choose}
        options={choice.limited ? options : [all, ...options]}
      />
    </Menu>
  );
}

type PickerProps = { className?: string | undefined };

/** The lower half of the Organization box. */
export function ActiveClientPicker({ className }: PickerProps) {
  const { t } = useTranslation();
  const name = useActiveClientName();
  if (!useActiveClient()) return null;
  return (
    <ActiveClientMenu
      trigger={
        <button
          type="button"
          className={cx('flex w-full items-center gap-2 px-2.5 py-2 text-left hover:bg-row-hover', className)}
        >
          <span className="min-w-0 flex-1">
            <span className="block text-2xs text-subtle">{t('activeClient.label')}</span>
            <span className="block truncate text-sm text-ink">{name}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-subtle" />
        </button>
      }
    />
  );
}

/** On phones the sidebar is away, so the view says whose figures it shows. */
export function ActiveClientCard({ className }: PickerProps) {
  const { t } = useTranslation();
  const organization = useQuery(organizationQuery);
  const name = useActiveClientName();
  if (!useActiveClient()) return null;
  return (
    <ActiveClientMenu
      trigger={
        <button
          type="button"
          className={cx(
            'flex w-full items-center gap-3 rounded-lg border border-line-strong bg-surface px-3.5 py-2.5 text-left shadow-xs',
            className,
          )}
        >
          <Hexagon name={organization.data?.name ?? ''} size={28} tone="ink" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-semibold text-ink">{organization.data?.name}</span>
            <span className="block truncate text-xs text-muted">{t('activeClient.card', { client: name })}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 text-subtle" />
        </button>
      }
    />
  );
}
