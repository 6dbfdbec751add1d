import { defaultAccent } from '@waggle/contracts/accent';
import { accentTheme } from '@waggle/contracts/accent-theme';
import { Home, Mail, Moon, Sun, Users } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '#ui/logo.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';

type Previewed = {
  name: string;
  accent: string | null;
  mark: { url: string } | null;
  wide: { url: string } | null;
  hidesPoweredBy: boolean;
};

/** Surfaces and texts of both themes, whichever this page is shown in. */
const palettes = {
  light: {
    '--surface': '#ffffff',
    '--canvas': '#f8f7f4',
    '--fill': '#f2f0ed',
    '--text': '#191714',
    '--text-muted': '#5d5953',
    '--text-subtle': '#706c66',
    '--line-strong': '#e4e1dd',
  },
  dark: {
    '--surface': '#181613',
    '--canvas': '#0f0e0c',
    '--fill': '#282521',
    '--text': '#f4f1eb',
    '--text-muted': '#b9b4ab',
    '--text-subtle': '#98938a',
    '--line-strong': '#35322c',
  },
} as const;

/** As people see it, while it is being typed. */
export function WhiteLabelPreview({ shown }: { shown: Previewed }) {
  const { t } = useTranslation('white-label');
  const brand = useTranslation('settings', { keyPrefix: 'brand.preview' }).t;
  const [theme, setTheme] = useState<keyof typeof palettes>('light');
  const roles = accentTheme(shown.accent ?? defaultAccent)[theme];
  const colors = Object.fromEntries(Object.entries(roles).map(([role, color]) => [`--${role}`, color]));
  const look = { ...palettes[theme], ...colors } as CSSProperties;
  const named = { ...shown, name: shown.name.trim() || t('yourProduct') };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base font-semibold text-ink">{brand('title')}</h3>
        <SegmentedControl
          label={brand('theme')}
          options={[
            { value: 'light', label: brand('light'), icon: Sun },
            { value: 'dark', label: brand('dark'), icon: Moon },
          ]}
          value={theme}
          onValueChange={setTheme}
        />
      </div>
      <div inert className="grid min-w-0 gap-4">
        <SidebarPane shown={named} look={look} />
        <EmailPane shown={named} look={look} />
        <PagePane shown={named} look={look} />
      </div>
    </div>
  );
}

const brandOf = ({ name, mark, wide }: Previewed) => ({ name, logo: mark?.url, wide: wide?.url, isOwn: true });
type PaneProps = { shown: Previewed; look: CSSProperties };
const buttonLook = 'self-start rounded-md bg-accent px-3 py-1.5 text-sm font-medium text-on-accent';

const pages = [
  ['overview', Home],
  ['contacts', Users],
  ['campaigns', Mail],
] as const;

function SidebarPane({ shown, look }: PaneProps) {
  const { t } = useTranslation('white-label');
  return (
    <Pane title={t('preview.sidebar')} look={look}>
      <div className="flex">
        <div className="flex w-44 shrink-0 flex-col gap-3 border-r border-line-strong bg-canvas p-3">
          <Logo brand={brandOf(shown)} size={26} />
          <ul className="flex flex-col gap-1 text-xs text-muted">
            {pages.map(([page, Icon]) => (
              <li key={page} className="flex items-center gap-2 rounded-sm p-1.5 first:bg-fill first:text-ink">
                <Icon aria-hidden className="size-3.5" />
                {t(`preview.${page}`)}
              </li>
            ))}
          </ul>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-3 p-4">
          <p className="text-sm font-semibold">{t('preview.overview')}</p>
          <span className={buttonLook}>{t('preview.create')}</span>
          <span className="text-xs font-medium text-link">{t('preview.link')}</span>
        </div>
      </div>
    </Pane>
  );
}

function EmailPane({ shown, look }: PaneProps) {
  const { t } = useTranslation('white-label');
  const { name } = shown;
  return (
    <Pane title={t('preview.email')} look={look}>
      <div className="flex flex-col gap-3 p-4">
        <Logo brand={{ ...brandOf(shown), wide: undefined }} size={26} />
        <p className="text-sm font-semibold">{t('preview.subject', { name })}</p>
        <span className={buttonLook}>{t('preview.open', { name })}</span>
      </div>
    </Pane>
  );
}

function PagePane({ shown: { name, hidesPoweredBy }, look }: PaneProps) {
  const { t } = useTranslation('white-label');
  return (
    <Pane title={t('preview.page')} look={look}>
      <div className="flex min-h-14 flex-col items-center justify-center gap-1 bg-canvas p-4 text-xs text-subtle">
        {hidesPoweredBy ? t('preview.nothing') : t('preview.powered', { name })}
      </div>
    </Pane>
  );
}

function Pane({ title, look, children }: { title: string; look: CSSProperties; children: ReactNode }) {
  return (
    <figure className="flex min-w-0 flex-col gap-1.5">
      <figcaption className="text-xs text-subtle">{title}</figcaption>
      <div
        style={look}
        className="overflow-hidden rounded-lg border border-line-strong bg-surface text-sm break-words text-ink shadow-xs"
      >
        {children}
      </div>
    </figure>
  );
}
