import { Link } from '@tanstack/react-router';
import { ChevronRight, Flame, MailX, Moon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Icon } from '#ui/icon.ts';
import { starterIds, type StarterId } from './starters.ts';

const icons: Readonly<Record<StarterId, Icon>> = { engaged: Flame, quiet: Moon, never: MailX };

/** Nothing found, or nothing there yet: then three segments to start from. */
export function NoSegments({ search, clear }: { search: string; clear: () => void }) {
  const { t } = useTranslation('segments');
  const mayChange = useHolds('contacts:write');
  if (search) {
    return (
      <EmptyState title={t('notFound')} action={<Button onClick={clear}>{t('clearSearch')}</Button>}>
        {t('noMatch', { search })}
      </EmptyState>
    );
  }
  if (!mayChange) return <EmptyState title={t('none.title')}>{t('none.textViewer')}</EmptyState>;
  return (
    <div>
      <EmptyState title={t('none.title')} className="pb-6!">
        {t('none.text')}
      </EmptyState>
      <ul
        aria-label={t('none.starters')}
        className="mx-auto grid max-w-[56rem] gap-3 px-7 pb-12 max-lg:px-4 md:grid-cols-3"
      >
        {starterIds.map((id) => (
          <li key={id}>
            <Starter id={id} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Starter({ id }: { id: StarterId }) {
  const { t } = useTranslation('segments');
  const Icon = icons[id];
  return (
    <Link
      to="/dashboard/contacts/segments/new"
      search={{ starter: id } as never}
      className="group flex h-full items-start gap-3 rounded-lg border border-line-strong bg-surface p-4 shadow-xs hover:bg-row-hover"
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-mark" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold text-ink">{t(`starters.${id}.name`)}</span>
        <span className="mt-0.5 block text-sm text-muted">{t(`starters.${id}.text`)}</span>
      </span>
      <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-subtle" />
    </Link>
  );
}
