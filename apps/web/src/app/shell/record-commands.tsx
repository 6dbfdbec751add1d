import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery, clientSearchQuery, useShowClient, useUser } from '#features/accounts/index.ts';
import { readRecent } from '#lib/recent.ts';
import type { FoundRecord, RecordSearch } from '#lib/registry.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { usePerson } from './shell-state.ts';
import type { Command, CommandGroup } from './use-commands.ts';
import type { FoundGroup } from './use-found-records.ts';

const initials = 24;
const mostClients = 5;

/** Found records as rows of the palette, each with the client it belongs to where all clients are shown. */
export function useRecordCommands(found: readonly FoundGroup[]): CommandGroup[] {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const clients = useClients();
  const names = useMemo(() => new Map(clients.map(({ id, name }) => [id, name])), [clients]);
  const showsAll = useUser().activeClientId === null;

  const toCommand = (search: RecordSearch, { id, label, hint, link, clientId }: FoundRecord): Command => ({
    id: `${search.kind} ${id}`,
    kind: search.kind,
    label,
    hint,
    icon: search.icon,
    leading: search.isPerson ? personCell(label) : undefined,
    detail: showsAll && <ClientOf name={names.get(clientId ?? '')} />,
    href: router.buildLocation(link as Parameters<typeof router.buildLocation>[0]).href,
  });
  return found.map(({ search, records }) => ({
    heading: t(search.heading),
    items: records.map((record) => toCommand(search, record)),
  }));
}

const personCell = (name: string): ReactNode => <Avatar name={name} size={initials} />;

function ClientOf({ name }: { name: string | undefined }): ReactNode {
  if (!name) return null;
  return (
    <span className="flex items-center gap-2 max-sm:hidden">
      <Hexagon name={name} size={16} />
      {name}
    </span>
  );
}

function useClients() {
  const isAgency = usePerson().organizationType === 'AGENCY';
  return useQuery({ ...clientChoicesQuery, enabled: isAgency }).data?.items ?? [];
}

/** Clients somebody may switch to, by a part of the name. */
export function useClientCommands(search: string): CommandGroup {
  const { t } = useTranslation('shell');
  const show = useShowClient();
  const { activeClientId } = useUser();
  const enabled = usePerson().organizationType === 'AGENCY' && search !== '';
  const found = useQuery({ ...clientSearchQuery(search), enabled, placeholderData: keepPreviousData });
  const items = (enabled ? (found.data?.items ?? []) : [])
    .filter(({ id }) => id !== activeClientId)
    .slice(0, mostClients)
    .map(({ id, name }) => ({
      id: `client ${id}`,
      label: name,
      leading: <Hexagon name={name} size={initials} />,
      run: () => show(id),
    }));
  return { heading: t('palette.switchClient'), items };
}

/** What somebody looked at last, before anything is typed. */
export function useRecentCommands(query: string): CommandGroup {
  const { t } = useTranslation('shell');
  const { id: userId } = useUser();
  const items = readRecent(userId).map(({ kind, id, label, href }) => ({
    id: `recent ${kind} ${id}`,
    label,
    icon: History,
    href,
  }));
  return { heading: t('palette.recent'), items: query.trim() === '' ? items : [] };
}
