import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMissingPlan } from '#features/accounts/index.ts';
import { type NavGroup, navGroups, type NavItem } from '#lib/registry.ts';
import { cx } from '#ui/class-names.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { navItemsFor } from '../registry.ts';
import { usePerson } from './shell-state.ts';

type NavLook = {
  rail: boolean;
  /** 44 px rows for fingers. */
  roomy: boolean;
  onNavigate?: (() => void) | undefined;
};

export function SidebarNav(look: NavLook) {
  const { t } = useTranslation('shell');
  const items = navItemsFor(usePerson());
  return (
    <nav aria-label={t('sidebar.nav')} className="flex flex-col gap-2.5">
      {navGroups.map((group) => {
        const own = items.filter((item) => item.group === group);
        return own.length > 0 && <NavSection key={group} group={group} items={own} look={look} />;
      })}
    </nav>
  );
}

function NavSection({ group, items, look }: { group: NavGroup; items: readonly NavItem[]; look: NavLook }) {
  const { t } = useTranslation('shell');
  return (
    <div role="group" aria-label={t(`groups.${group}`)}>
      <p aria-hidden className={cx('px-2.5 pt-1 pb-1.5 text-2xs font-medium text-subtle', look.rail && 'sr-only')}>
        {t(`groups.${group}`)}
      </p>
      <ul className="flex flex-col gap-px">
        {items.map((item) => (
          <li key={item.to}>
            <NavLink item={item} look={look} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavLink({ item, look }: { item: NavItem; look: NavLook }) {
  const { t } = useTranslation('shell');
  const { icon: Icon, Badge, label, exact = false, key } = item;
  const plan = useMissingPlan()(item.tiers);

  const link = (
    <Link
      to={item.to}
      activeOptions={{ exact, includeSearch: false }}
      onClick={look.onNavigate}
      className={cx(
        'group relative flex items-center gap-2.5 rounded-md border border-transparent px-2.5 text-[0.875rem] text-muted transition-colors duration-(--duration-instant) hover:bg-fill hover:text-ink',
        'aria-[current=page]:border-line-strong aria-[current=page]:bg-surface aria-[current=page]:font-[550] aria-[current=page]:text-ink aria-[current=page]:shadow-xs',
        look.roomy ? 'min-h-11 text-md!' : 'min-h-8 coarse:min-h-11',
        look.rail && 'size-9 justify-center px-0!',
      )}
    >
      <span
        aria-hidden
        className="absolute top-1/2 -left-3 hidden h-4 w-[3px] -translate-y-1/2 rounded-r-full bg-accent group-aria-[current=page]:block"
      />
      <Icon aria-hidden className="size-4 text-subtle group-aria-[current=page]:text-accent-mark" />
      <span className={cx('min-w-0 flex-1 truncate', look.rail && 'sr-only')}>{t(label)}</span>
      {plan && (
        <span
          className={cx(
            'rounded-sm bg-fill px-2 text-xs leading-5 font-medium text-muted group-aria-[current=page]:bg-canvas',
            look.rail && 'sr-only',
          )}
        >
          {plan}
        </span>
      )}
      {Badge && !plan && (
        <span className={cx('text-xs text-subtle', look.rail && 'sr-only')}>
          <Badge />
        </span>
      )}
    </Link>
  );
  if (!look.rail) return link;
  return (
    <Tooltip label={plan ? `${t(label)} (${plan})` : t(label)} shortcut={`G ${key.toUpperCase()}`} side="right">
      {link}
    </Tooltip>
  );
}
