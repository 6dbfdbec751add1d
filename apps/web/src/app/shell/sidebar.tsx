import { PanelLeft, Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { contactsUsage } from '#features/contacts/index.ts';
import { useBrand } from '#lib/brand.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Logo } from '#ui/logo.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { OrganizationBox } from './organization-box.tsx';
import type { ShellState } from './shell-state.ts';
import { SidebarNav } from './sidebar-nav.tsx';
import { UserBlock } from './user-block.tsx';

const PlanUsage = lazyPart(async () => (await contactsUsage()).PlanUsage);

type SidebarProps = {
  shell: ShellState;
  /** Icons only. */
  rail?: boolean | undefined;
  /** In the slide-over: shows a close button instead of the collapse button. */
  onClose?: (() => void) | undefined;
};

export function Sidebar({ shell, rail = false, onClose }: SidebarProps) {
  return (
    <>
      <div
        className={cx(
          'flex min-h-0 flex-1 flex-col gap-2.5 overflow-y-auto px-3 pt-3.5 pb-2',
          rail && 'items-center px-2!',
        )}
      >
        <SidebarHead shell={shell} rail={rail} onClose={onClose} />
        <OrganizationBox rail={rail} />
        {!onClose && <SidebarSearch rail={rail} onClick={() => shell.open('palette')} />}
        <SidebarNav rail={rail} roomy={onClose !== undefined} onNavigate={onClose} />
      </div>
      {!rail && <PlanUsage />}
      <UserBlock shell={shell} rail={rail} />
    </>
  );
}

function SidebarHead({ shell, rail, onClose }: Required<Pick<SidebarProps, 'shell'>> & SidebarProps) {
  const { t } = useTranslation('shell');
  const brand = useBrand();
  if (rail) {
    return (
      <IconButton
        label={t('sidebar.expand')}
        icon={PanelLeft}
        shortcut="["
        tooltipSide="right"
        aria-expanded={false}
        onClick={shell.toggleRail}
      />
    );
  }
  return (
    <div className="flex min-h-10 items-center justify-between pl-1 whitespace-nowrap">
      <Logo brand={brand} size={28} />
      {onClose ? (
        <IconButton label={t('sidebar.close')} icon={X} onClick={onClose} />
      ) : (
        <IconButton
          label={t('sidebar.collapse')}
          icon={PanelLeft}
          shortcut="["
          aria-expanded
          onClick={shell.toggleRail}
        />
      )}
    </div>
  );
}

function SidebarSearch({ rail, onClick }: { rail: boolean; onClick: () => void }) {
  const { t } = useTranslation('shell');
  if (rail)
    return (
      <IconButton
        label={t('search')}
        icon={Search}
        shortcut={shortcutText('mod+k')}
        tooltipSide="right"
        onClick={onClick}
      />
    );
  return (
    <Tooltip label={t('search')} shortcut={shortcutText('mod+k')} side="right">
      <button
        type="button"
        onClick={onClick}
        className="flex h-8 w-full shrink-0 items-center gap-2.5 rounded-md bg-fill px-2.5 text-left text-sm text-subtle hover:bg-fill-hover"
      >
        <Search aria-hidden className="size-4" />
        <span className="min-w-0 flex-1 truncate">{t('search')}</span>
        <Kbd>{shortcutText('mod+k')}</Kbd>
      </button>
    </Tooltip>
  );
}
