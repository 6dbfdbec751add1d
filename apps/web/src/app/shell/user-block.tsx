import { Link, useNavigate } from '@tanstack/react-router';
import { Bell, CircleHelp, Keyboard, LogOut, Monitor, Moon, Settings, Sun, User } from 'lucide-react';
import { locales, themes } from '@waggle/contracts/fields';
import { useTranslation } from 'react-i18next';
import { useSavePreferences, useSignOut, useUser } from '#features/accounts/index.ts';
import { useBrand } from '#lib/brand.ts';
import { currentLocale } from '#lib/i18n.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { useTheme } from '#lib/theme.ts';
import { Avatar } from '#ui/avatar.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx';
import { dismissAllToasts } from '#ui/toast-store.ts';
import { version } from '../../../package.json';
import type { ShellState } from './shell-state.ts';

export function useLeave() {
  const signOut = useSignOut();
  const navigate = useNavigate();
  return () =>
    runMutation(signOut, undefined, {
      onSettled: () => {
        dismissAllToasts();
        void navigate({ to: '/auth/login', replace: true });
      },
    });
}

export function UserBlock({ shell, rail }: { shell: ShellState; rail: boolean }) {
  const { t } = useTranslation(['shell', 'app']);
  const leave = useLeave();
  return (
    <div
      className={cx(
        'mx-3 flex shrink-0 items-center gap-1 border-t border-line-strong py-2.5',
        rail && 'mx-2! flex-col',
      )}
    >
      <UserMenu shell={shell} rail={rail} />
      <IconButton label={t('logout')} icon={LogOut} tooltipSide={rail ? 'right' : 'top'} onClick={leave} />
    </div>
  );
}

function UserMenu({ shell, rail }: { shell: ShellState; rail: boolean }) {
  const { t } = useTranslation(['shell', 'app']);
  const user = useUser();
  const brand = useBrand();
  const leave = useLeave();
  const name = user.name || t('user.noName');
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-h-10 min-w-0 flex-1 items-center gap-2.5 rounded-md px-1 text-left hover:bg-fill data-[state=open]:bg-fill"
        >
          <Avatar name={name} src={user.photoUrl ?? undefined} size={32} />
          <span className={rail ? 'sr-only' : 'min-w-0'}>
            <span className="block truncate text-sm font-[550] text-ink">{name}</span>
            <span className="block text-xs text-subtle">{user.subscriptionTier ?? 'lite'}</span>
          </span>
          {/* What is seen comes first, so that whoever speaks to the screen can say it. */}
          <span className="sr-only">{t('user.menu')}</span>
        </button>
      }
    >
      <OwnPages />
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <LanguageChoice />
      <MenuSeparator />
      <MenuItem icon={Keyboard} shortcut="?" onSelect={() => shell.open('shortcuts')}>
        {t('user.shortcuts')}
      </MenuItem>
      <MenuItem icon={CircleHelp} onSelect={() => shell.open('help')}>
        {t('user.help')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={leave}>
        {t('logout')}
      </MenuItem>
      <MenuLabel>{t('user.version', { brand: brand.name, version })}</MenuLabel>
    </Menu>
  );
}

const ownPages = [
  { to: '/dashboard/settings/profile', label: 'user.profile', icon: User },
  { to: '/dashboard/settings', label: 'user.settings', icon: Settings },
  { to: '/dashboard/notifications', label: 'user.notifications', icon: Bell },
] as const;

/** Who is signed in, and what is theirs. */
function OwnPages() {
  const { t } = useTranslation('shell');
  const { email } = useUser();
  return (
    <>
      <MenuLabel>{email}</MenuLabel>
      {ownPages.map(({ to, label, icon: Icon }) => (
        <MenuItem key={to} asChild>
          <Link to={to}>
            <Icon aria-hidden className="size-4 text-subtle" />
            {t(label)}
          </Link>
        </MenuItem>
      ))}
    </>
  );
}

const themeIcons = { light: Sun, dark: Moon, system: Monitor };

function ThemeChoice() {
  const { t } = useTranslation(['shell', 'app']);
  const save = useSavePreferences();
  const theme = useTheme();
  return (
    <>
      <MenuLabel>{t('user.theme')}</MenuLabel>
      <MenuChoices
        value={theme}
        onValueChange={(value) => {
          const chosen = themes.find((one) => one === value);
          if (chosen) save.mutate({ theme: chosen });
        }}
        options={themes.map((value) => ({ value, label: t(`app:themes.${value}`), icon: themeIcons[value] }))}
      />
    </>
  );
}

function LanguageChoice() {
  const { t } = useTranslation(['shell', 'app']);
  const save = useSavePreferences();
  return (
    <>
      <MenuLabel>{t('user.language')}</MenuLabel>
      <MenuChoices
        value={currentLocale()}
        onValueChange={(value) => {
          const chosen = locales.find((one) => one === value);
          if (chosen) save.mutate({ locale: chosen });
        }}
        options={locales.map((value) => ({ value, label: t(`app:languages.${value}`) }))}
      />
    </>
  );
}
