import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { ChartColumn, LayoutDashboard, LogOut, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { accentOf, GuestBrand, GuestLanguage, useLeaveGuest, useUser } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';

const pages = [
  { to: '/guest/overview', label: 'nav.overview', icon: LayoutDashboard },
  { to: '/guest/analytics', label: 'nav.analytics', icon: ChartColumn },
  { to: '/guest/campaigns', label: 'nav.campaigns', icon: Send },
] as const;

/** Around the figures of a client: its name, three pages, and the way out. */
export function GuestShell() {
  const { t } = useTranslation('guest');
  const format = useFormat();
  const { guest } = useUser();
  if (!guest) return null;
  return (
    <div className="flex min-h-dvh flex-col bg-surface" style={{ borderTop: `4px solid ${accentOf(guest)}` }}>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b max-md:gap-x-2 border-line px-7 py-2.5 max-xl:px-5 max-lg:px-4">
        <div className="min-w-0 max-md:flex-1">
          <GuestBrand guest={guest} />
        </div>
        <Pages />
        <div className="flex shrink-0 items-center gap-1 md:ml-auto">
          <GuestLanguage />
          <Leave />
        </div>
      </header>
      <main id="main" className="flex min-w-0 flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <footer className="border-t border-line px-7 py-3 text-xs text-subtle max-xl:px-5 max-lg:px-4">
        {t('until', { date: format.date(guest.expiresAt) })}
      </footer>
    </div>
  );
}

function Pages() {
  const { t } = useTranslation('guest');
  return (
    <nav aria-label={t('nav.label')} className="flex gap-1 max-md:order-last max-md:w-full">
      {pages.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          search={{}}
          activeOptions={{ includeSearch: false }}
          className="inline-flex min-h-9 items-center gap-2 rounded-md px-3 text-sm font-medium text-muted hover:bg-fill aria-[current=page]:bg-fill aria-[current=page]:text-ink max-md:flex-1 max-md:justify-center max-md:px-1 coarse:min-h-(--target-touch)"
        >
          <Icon aria-hidden className="size-4 max-sm:hidden" />
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

function Leave() {
  const { t } = useTranslation('guest');
  const leave = useLeaveGuest();
  const navigate = useNavigate();
  return (
    <Button
      variant="ghost"
      icon={LogOut}
      aria-label={t('leave')}
      busy={leave.isPending}
      onClick={() =>
        leave.mutate(undefined, { onSettled: () => void navigate({ to: '/guest/closed', replace: true }) })
      }
    >
      <span className="max-sm:hidden">{t('leave')}</span>
    </Button>
  );
}
