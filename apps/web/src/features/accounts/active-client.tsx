import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, Layers, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { stored } from '#lib/stored.ts';
import { cx } from '#ui/class-names.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { clientChoicesQuery, organizationQuery, useSetActiveClient } from './queries.ts';
import { useUser } from './session.ts';

const everybody = 'all';

type Choice = { id: string; name: string };

/** More clients than the menu holds: the chosen one is listed all the same, and the rest are a click away. */
const withActive = (items: readonly Choice[], active: Choice | undefined): readonly Choice[] =>
  active && !items.some(({ id }) => id === active.id) ? [active, ...items] : items;

/** Those of the menu, and how many there are. Whoever is limited is shown one at a time, so the call would answer that one alone. */
function useChoices(isAgency: boolean): { items: readonly Choice[]; total: number } {
  const { clientId, clients: own } = useUser();
  const { data } = useQuery({ ...clientChoicesQuery, enabled: isAgency && clientId === null });
  if (clientId !== null) return { items: own, total: own.length };
  return { items: data?.items ?? [], total: data?.total ?? 0 };
}

/** The clients to choose between, or undefined for everybody who has no choice. */
export function useActiveClient() {
  const { mustChooseClient, clientId, activeClientId: id, activeClientName: name } = useUser();
  const isAgency = useQuery(organizationQuery).data?.type === 'AGENCY';
  const { items, total } = useChoices(isAgency);
  if (!isAgency || items.length === 0) return undefined;

  const active = id && name ? { id, name } : undefined;
  const clients = withActive(items, active);
  return { clients, active, mustChooseClient, limited: clientId !== null, more: total > items.length };
}

/** The name to show: what the server says, and until it has spoken the last choice on this device. */
export function useActiveClientName(): string {
  const { t } = useTranslation(['app', 'shell']);
  const choice = useActiveClient();
  if (choice?.mustChooseClient) return t('shell:chooseClient.title');
  if (choice) return choice.active?.name ?? t('activeClient.all');
  return stored.read('client') ?? t('activeClient.all');
}

/** Narrows what is shown to one client, or with null to none in particular, and says so; `then` goes on from there. */
export function useShowClient() {
  const { t } = useTranslation();
  const setActiveClient = useSetActiveClient();
  return (clientId: string | null, then?: () => unknown) => {
    runMutation(setActiveClient, clientId, {
      onSuccess: ({ activeClientName: name }) => {
        stored.write('client', name ?? undefined);
        announce(t('activeClient.showing', { client: name ?? t('activeClient.all') }));
        then?.();
      },
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  };
}

/** 'All Clients' and each client; agencies that have clients only. */
export function ActiveClientMenu({ trigger }: { trigger: ReactElement }) {
  const { t } = useTranslation();
  const choice = useActiveClient();
  const show = useShowClient();
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
        value={choice.active?.id ?? (choice.mustChooseClient ? '' : everybody)}
        onValueChange={(value) => show(value === everybody ? null : value)}
        options={choice.limited ? options : [all, ...options]}
      />
      {choice.more && (
        <>
          <MenuSeparator />
          <MenuItem asChild icon={Search}>
            <Link to="/dashboard/settings/clients">{t('activeClient.find')}</Link>
          </MenuItem>
        </>
      )}
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

/** Beside the title of every page: whose records these are. Nothing while all clients are shown. */
export function ActiveClientMark() {
  const { t } = useTranslation();
  const active = useActiveClient()?.active;
  if (!active) return null;
  return (
    <span className="flex min-w-0 shrink items-center gap-2 text-sm text-muted">
      <Hexagon name={active.name} size={20} />
      <span className="sr-only">{t('activeClient.label')}: </span>
      <span className="truncate max-lg:sr-only">{active.name}</span>
    </span>
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
