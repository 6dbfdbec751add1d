import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActiveClientMark, ArchivedClientBar, ConfirmNotice, useUser } from '#features/accounts/index.ts';
import { notificationsBell } from '#features/notifications/index.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { ContactActionsContext, ContactTabsContext, OverviewCardsContext, StartPlacesContext } from '#lib/registry.ts';
import { cx } from '#ui/class-names.ts';
import { PageHeaderSlots } from '#ui/page-header.tsx';
import { ReadOnlyBar } from '#ui/read-only-bar.tsx';
import { barsFor, contactActionsFor, contactTabs, overviewCards, startPlaces } from '../registry.ts';
import { ChooseClient } from './choose-client.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { Dock } from './dock.tsx';
import { CommandDialog } from './command-dialog.tsx';
import { HeldBar } from './held-bar.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { usePerson, useShell, type ShellState } from './shell-state.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { SlideOver } from './slide-over.tsx';
import { MenuButton, SearchButton } from './top-bar.tsx';

const Bell = lazyPart(async () => (await notificationsBell()).Bell, {
  placeholder: <span className="size-(--control-md)" />,
});

export function Shell() {
  const person = usePerson();
  const actions = contactActionsFor(person);
  return (
    <StartPlacesContext value={startPlaces}>
      <ContactTabsContext value={contactTabs}>
        <ContactActionsContext value={actions}>
          <OverviewCardsContext value={overviewCards}>
            <ShellFrame>
              <Outlet />
            </ShellFrame>
          </OverviewCardsContext>
        </ContactActionsContext>
      </ContactTabsContext>
    </StartPlacesContext>
  );
}

/** The sidebar on the canvas, and the view as one inset panel. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const shell = useShell();
  const { mustChooseClient } = useUser();
  useLiveUpdates();
  const slots = {
    start: <MenuButton onClick={() => shell.setMenuOpen(true)} />,
    context: <ActiveClientMark />,
    end: (
      <>
        <SearchButton onClick={() => shell.open('palette')} />
        {!mustChooseClient && <Bell />}
      </>
    ),
  };
  return (
    <PageHeaderSlots value={slots}>
      <div className="min-h-dvh lg:flex lg:h-dvh lg:overflow-hidden">
        <aside
          className={cx(
            'hidden shrink-0 flex-col lg:flex',
            shell.rail ? 'w-(--sidebar-rail)' : 'w-(--sidebar-compact) xl:w-(--sidebar)',
          )}
        >
          <Sidebar shell={shell} rail={shell.rail} />
        </aside>
        <ViewPanel>{children}</ViewPanel>
      </div>
      <SlideOver open={shell.menuOpen} onOpenChange={shell.setMenuOpen}>
        <Sidebar shell={shell} onClose={() => shell.setMenuOpen(false)} />
      </SlideOver>
      {!mustChooseClient && <Dock />}
      <Layers shell={shell} />
    </PageHeaderSlots>
  );
}

function ViewPanel({ children }: { children: ReactNode }) {
  const { role, mustChooseClient } = useUser();
  return (
    <div className="flex min-w-0 flex-1 flex-col lg:py-2 lg:pr-2">
      <OfflineBar />
      <main
        id="main"
        className="flex min-h-dvh min-w-0 flex-1 flex-col outline-none lg:min-h-0 lg:bg-surface lg:overflow-y-auto lg:rounded-lg lg:border lg:border-line-strong lg:shadow-xs"
      >
        <HeldBar className="m-2 mb-0 shrink-0" />
        <ConfirmNotice className="m-2 mb-0 shrink-0" />
        <ArchivedClientBar className="m-2 mb-0 shrink-0" />
        {barsFor(usePerson()).map(({ id, Bar }) => (
          <Bar key={id} className="m-2 mb-0 shrink-0" />
        ))}
        {role === 'VIEWER' && <ReadOnlyBar className="m-2 mb-0 shrink-0" />}
        {mustChooseClient ? <ChooseClient /> : children}
      </main>
    </div>
  );
}

function Layers({ shell }: { shell: ShellState }) {
  const close = (open: boolean) => !open && shell.close();
  return (
    <>
      <CommandDialog shell={shell} />
      <ShortcutSheet open={shell.layer === 'shortcuts'} onOpenChange={close} />
      <HelpDialog open={shell.layer === 'help'} onOpenChange={close} shell={shell} />
    </>
  );
}
