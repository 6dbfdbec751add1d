import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Layers } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clientSearchQuery, useShowClient, useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** More than these are searched. */
const few = 8;

/** Instead of the view, once the client somebody worked in was deactivated: nothing is shown for all clients by itself. */
export function ChooseClient() {
  const { t } = useTranslation('shell');
  const [search, setSearch] = useState('');
  const { clients: own, clientId } = useUser();
  const isLimited = clientId !== null;
  const everybody = useQuery({ ...clientSearchQuery(''), enabled: !isLimited });
  const found = useQuery({ ...clientSearchQuery(search), enabled: !isLimited });
  const panel = useRef<HTMLDivElement>(null);
  // Whoever works without a mouse is led to the question, wherever they were.
  useEffect(() => panel.current?.querySelector('h1')?.focus(), []);

  return (
    <div ref={panel} className="flex flex-1 flex-col">
      <PageHeader title={t('chooseClient.title')} />
      <div className="mx-auto w-full max-w-lg px-4 py-8 lg:py-12">
        <p className="text-sm text-muted">{t('chooseClient.text')}</p>
        {(everybody.data?.total ?? 0) > few && (
          <SearchInput
            label={t('chooseClient.search')}
            placeholder={t('chooseClient.search')}
            value={search}
            onValueChange={setSearch}
            className="mt-5"
          />
        )}
        {found.isError ? (
          <LoadError
            title={t('chooseClient.failed')}
            message={problemText(found.error)}
            retry={() => void found.refetch()}
          />
        ) : (
          <Choices clients={isLimited ? own : found.data?.items} searched={search !== ''} hasAll={!isLimited} />
        )}
      </div>
    </div>
  );
}

type ChoicesProps = {
  clients: readonly { id: string; name: string }[] | undefined;
  searched: boolean;
  hasAll: boolean;
};

function Choices({ clients, searched, hasAll }: ChoicesProps) {
  const { t } = useTranslation(['shell', 'app']);
  const show = useShowClient();
  if (!clients) return <Skeleton className="mt-5 h-48" />;
  return (
    <ul
      aria-label={t('chooseClient.title')}
      className="mt-5 divide-y divide-line overflow-hidden rounded-lg border border-line-strong bg-surface shadow-xs"
    >
      {clients.map(({ id, name }) => (
        <Choice key={id} leading={<Hexagon name={name} size={28} />} onClick={() => show(id)}>
          {name}
        </Choice>
      ))}
      {searched && clients.length === 0 && (
        <li className="px-3.5 py-3 text-sm text-muted">{t('chooseClient.nobody')}</li>
      )}
      {hasAll && (
        <Choice
          leading={
            <span className="grid size-7 place-items-center text-subtle">
              <Layers aria-hidden className="size-4.5" />
            </span>
          }
          onClick={() => show(null)}
        >
          {t('app:activeClient.all')}
        </Choice>
      )}
    </ul>
  );
}

function Choice({ leading, onClick, children }: { leading: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="flex min-h-12 w-full items-center gap-3 px-3.5 py-2.5 text-left text-sm text-ink hover:bg-row-hover focus-visible:-outline-offset-2"
      >
        {leading}
        <span className="min-w-0 flex-1 truncate font-medium">{children}</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-subtle" />
      </button>
    </li>
  );
}
