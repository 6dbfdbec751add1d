import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GuestView } from '@waggle/contracts/accounts';
import { leaveGuestLink } from '@waggle/contracts/guests';
import { locales } from '@waggle/contracts/fields';
import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { changeLocale, currentLocale } from '#lib/i18n.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { Button } from '#ui/button.tsx';
import { Menu, MenuChoices } from '#ui/menu.tsx';
import { enter } from './session-query.ts';

/** Whose link was open in this browser, so that a page can say whom to ask when it is over. */
export const guestOfKey = 'guest-of';

export function useLeaveGuest() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => call(leaveGuestLink), onSettled: () => enter(client, null) });
}

type Shown = Pick<GuestView, 'brand' | 'organizationName'>;

/** The client's name and logo, above the agency that shares its figures. */
export function GuestBrand({ guest: { brand, organizationName } }: { guest: Shown }) {
  const { t } = useTranslation('guest');
  return (
    <span className="flex min-w-0 items-center gap-3">
      {brand.logoUrl ? (
        <img src={brand.logoUrl} alt="" className="h-8 w-auto max-w-24 shrink-0 object-contain" />
      ) : (
        <Hexagon name={brand.name} size={32} />
      )}
      <span className="min-w-0">
        <span className="block truncate font-display text-md leading-5 font-semibold text-ink">{brand.name}</span>
        <span className="block truncate text-xs text-subtle">{t('sharedBy', { organization: organizationName })}</span>
      </span>
    </span>
  );
}

/** A guest has no profile: the choice stays in this browser. */
export function GuestLanguage() {
  const { t } = useTranslation(['guest', 'app']);
  const locale = currentLocale();
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={Languages} aria-label={t('language', { name: t(`app:languages.${locale}`) })}>
          <span className="max-sm:hidden">{t(`app:languages.${locale}`)}</span>
        </Button>
      }
    >
      <MenuChoices
        value={locale}
        onValueChange={(value) => {
          const chosen = locales.find((one) => one === value);
          if (chosen) void changeLocale(chosen);
        }}
        options={locales.map((value) => ({ value, label: t(`app:languages.${value}`) }))}
      />
    </Menu>
  );
}

type GuestFrameProps = { guest?: Shown | undefined; title: string; children: ReactNode };

/** The page before the figures, and the one after them. */
export function GuestFrame({ guest, title, children }: GuestFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface" style={{ borderTop: `4px solid ${accentOf(guest)}` }}>
      <header className="flex items-center justify-between gap-3 px-5 py-4 sm:px-8">
        {guest ? <GuestBrand guest={guest} /> : <span />}
        <GuestLanguage />
      </header>
      <main id="main" className="mx-auto flex w-full max-w-[28rem] flex-1 flex-col justify-center px-5 py-10">
        <h1
          tabIndex={-1}
          className="font-display text-[1.625rem] leading-8 font-semibold tracking-[-0.025em] text-ink outline-none"
        >
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}

export const accentOf = (guest: Shown | undefined): string => guest?.brand.accent ?? 'var(--accent)';
