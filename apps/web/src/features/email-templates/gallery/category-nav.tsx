import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { useCategoryName } from '../category-name.ts';
import { categoriesOf, isOwn, type Shelf } from './shelves.ts';

type CategoryNavProps = {
  items: readonly EmailTemplateSummary[];
  shelf: Shelf;
  onShelf: (shelf: Shelf) => void;
  children: ReactNode;
};

export function CategoryNav({ items, shelf, onShelf, children }: CategoryNavProps) {
  const { t } = useTranslation('email-templates');
  const nameOf = useCategoryName();
  const own = items.filter(isOwn).length;
  return (
    <nav
      aria-label={t('categoriesLabel')}
      className="flex gap-1 overflow-x-auto border-line p-3 max-md:border-b md:flex-col md:border-r"
    >
      <Choice
        label={t('all')}
        count={items.length}
        active={shelf.kind === 'all'}
        onClick={() => onShelf({ kind: 'all' })}
      />
      {categoriesOf(items).map(({ category, count }) => (
        <Choice
          key={category}
          label={nameOf(category)}
          count={count}
          active={shelf.kind === 'category' && shelf.category === category}
          onClick={() => onShelf({ kind: 'category', category })}
        />
      ))}
      {own > 0 && (
        <Choice label={t('yours')} count={own} active={shelf.kind === 'own'} onClick={() => onShelf({ kind: 'own' })} />
      )}
      <div className="px-3 py-2 whitespace-nowrap md:mt-2">{children}</div>
    </nav>
  );
}

type ChoiceProps = { label: string; count: number; active: boolean; onClick: () => void };

function Choice({ label, count, active, onClick }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={active}
      onClick={onClick}
      className={cx(
        'flex items-center justify-between gap-3 rounded-md px-3 py-2 text-left text-sm whitespace-nowrap',
        active ? 'bg-sunken font-medium text-ink' : 'text-muted hover:bg-sunken',
      )}
    >
      {label}
      <span className="text-xs tabular-nums">{count}</span>
    </button>
  );
}
