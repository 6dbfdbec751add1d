import { defaultAccent, initialsOf, labelOn } from '@waggle/contracts/accent';
import type { EmailFont } from '@waggle/contracts/email-document';
import { Moon, Sun } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '#lib/brand.ts';
import { FlightPath } from '#ui/flight-path.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { previewFonts } from './font-fields.tsx';

export type PreviewedBrand = {
  name: string;
  accent: string | null;
  website: string;
  logo: { url: string } | null;
  postalAddress: string;
  headingFont?: EmailFont | null | undefined;
  bodyFont?: EmailFont | null | undefined;
  footerText?: string | undefined;
};

/** The colors of public pages, which follow the reader's theme and not the one of this app. */
const palettes = {
  light: { '--pane': '#ffffff', '--pane-ink': '#191714', '--pane-muted': '#5d5953', '--pane-line': '#e4e1dd' },
  dark: { '--pane': '#181613', '--pane-ink': '#f4f1eb', '--pane-muted': '#b9b4ab', '--pane-line': '#35322c' },
} as const;

/** As recipients see it, while it is being typed. */
export function BrandPreview({ brand }: { brand: PreviewedBrand }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const [theme, setTheme] = useState<keyof typeof palettes>('light');
  const accent = brand.accent ?? defaultAccent;
  const accents = { '--pane-accent': accent, '--pane-label': labelOn(accent) };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base font-semibold text-ink">{t('preview.title')}</h3>
        <SegmentedControl
          label={t('preview.theme')}
          options={[
            { value: 'light', label: t('preview.light'), icon: Sun },
            { value: 'dark', label: t('preview.dark'), icon: Moon },
          ]}
          value={theme}
          onValueChange={setTheme}
        />
      </div>
      <div
        inert
        style={{ ...palettes[theme], ...accents } as CSSProperties}
        className="grid min-w-0 gap-4 sm:grid-cols-2"
      >
        <EmailPane brand={brand} />
        <UnsubscribePane brand={brand} />
        <CodePane brand={brand} />
      </div>
    </div>
  );
}

const fontOf = (font: EmailFont | null | undefined): CSSProperties => (font ? { fontFamily: previewFonts[font] } : {});

function EmailPane({ brand }: { brand: PreviewedBrand }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const product = useBrand().name;
  const { name, postalAddress, headingFont, bodyFont, footerText } = brand;
  return (
    <Pane title={t('preview.email')} brand={brand} className="sm:col-span-2">
      <p className="text-lg leading-6 font-semibold" style={fontOf(headingFont)}>
        {t('preview.heading')}
      </p>
      <p className="text-(--pane-muted)" style={fontOf(bodyFont)}>
        {t('preview.text', { name })}
      </p>
      <PaneButton className="self-start">{t('preview.button', { brand: product })}</PaneButton>
      {footerText && <p className="text-xs whitespace-pre-line text-(--pane-muted)">{footerText}</p>}
      <p className="border-t border-(--pane-line) pt-3 text-xs text-(--pane-muted)">
        {[name, ...postalAddress.split('\n')].filter(Boolean).join(', ')}
      </p>
    </Pane>
  );
}

function UnsubscribePane({ brand }: { brand: PreviewedBrand }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  return (
    <Pane title={t('preview.unsubscribePage')} brand={brand} isTinted>
      <p className="text-md leading-5 font-semibold">{t('preview.unsubscribeTitle')}</p>
      <p className="text-xs text-(--pane-muted)">{t('preview.unsubscribeText', { name: brand.name })}</p>
      <PaneButton>{t('preview.unsubscribe')}</PaneButton>
    </Pane>
  );
}

function CodePane({ brand }: { brand: PreviewedBrand }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const host = hostIn(brand.website);
  return (
    <Pane title={t('preview.codePage')} brand={brand} isTinted>
      <FlightPath width={72} lost className="self-center" />
      <p className="text-center text-md leading-5 font-semibold">{t('preview.codeTitle')}</p>
      {host && (
        <>
          <p className="text-center text-xs text-(--pane-muted)">{t('preview.codeText', { name: brand.name })}</p>
          <PaneButton>{t('preview.visit', { host })}</PaneButton>
        </>
      )}
    </Pane>
  );
}

const hostIn = (typed: string): string | undefined =>
  URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)?.hostname.replace(/^www\./, '');

type PaneProps = { title: string; brand: PreviewedBrand; isTinted?: boolean; className?: string; children: ReactNode };

function Pane({ title, brand, isTinted, className, children }: PaneProps) {
  return (
    <figure className={`flex min-w-0 flex-col gap-1.5 ${className ?? ''}`}>
      <figcaption className="text-xs text-subtle">{title}</figcaption>
      <div className="flex-1 overflow-hidden rounded-lg border border-line-strong bg-(--pane) text-sm break-words text-(--pane-ink) shadow-xs">
        <div
          className={`flex items-center gap-2.5 px-4 py-3 text-xs font-semibold ${isTinted ? 'bg-[color-mix(in_srgb,var(--pane-accent)_13%,var(--pane))]' : ''}`}
        >
          <Mark brand={brand} />
          <span className="min-w-0">{brand.name}</span>
        </div>
        <div className="flex flex-col gap-3 px-4 pt-3 pb-5">{children}</div>
      </div>
    </figure>
  );
}

function Mark({ brand: { name, logo } }: { brand: PreviewedBrand }) {
  if (logo) return <img src={logo.url} alt="" className="h-7 max-w-20 object-contain" />;
  return (
    <span
      style={{ clipPath: 'var(--hexagon)' }}
      className="grid size-7 shrink-0 place-items-center bg-(--pane-accent) text-2xs font-bold text-(--pane-label)"
    >
      {initialsOf(name)}
    </span>
  );
}

const PaneButton = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    className={`rounded-md bg-(--pane-accent) px-3.5 py-2 text-center text-xs font-semibold text-(--pane-label) ${className ?? ''}`}
  >
    {children}
  </span>
);
