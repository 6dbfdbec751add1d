import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '#lib/brand.ts';
import { Logo } from '#ui/logo.tsx';
import { DancePanel } from './dance-panel.tsx';
import { ProductPanel } from './product-panel.tsx';

type AuthFrameProps = { title: string; subtitle?: ReactNode; children: ReactNode };

/** The frame of every screen for people who are not signed in: a narrow form, and the dance beside it. */
export function AuthFrame({ title, subtitle, children }: AuthFrameProps) {
  const { isOwn } = useBrand();
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-2">
      <div className="flex min-w-0 flex-col px-5 py-6 sm:px-10 sm:py-8">
        <header>
          <PublicLogo />
        </header>
        <main id="main" className="mx-auto flex w-full max-w-[23.75rem] flex-1 flex-col justify-center py-10">
          <h1 className="font-display text-[1.625rem] leading-8 font-semibold tracking-[-0.025em] text-ink lg:text-[1.875rem] lg:leading-9">
            {title}
          </h1>
          {subtitle && <p className="mt-1.5 text-[0.9375rem] text-muted">{subtitle}</p>}
          <div className="mt-8">{children}</div>
        </main>
        <PublicFooter />
      </div>
      {isOwn ? <ProductPanel /> : <DancePanel />}
    </div>
  );
}

export function PublicLogo() {
  const { tagline: _unsaid, ...brand } = useBrand();
  return (
    <Link to="/auth/login" className="inline-block rounded-md">
      <Logo brand={brand} size={28} />
    </Link>
  );
}

const year = new Date().getFullYear();

export function PublicFooter() {
  const { t } = useTranslation('accounts');
  const brand = useBrand();
  const link = 'inline-flex min-h-6 items-center hover:text-ink hover:underline';
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-xs text-subtle">
      <p>{t('frame.copyright', { year, brand: brand.name })}</p>
      <nav aria-label={t('frame.legal')} className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to="/terms" className={link}>
          {t('frame.terms')}
        </Link>
        <Link to="/privacy" className={link}>
          {t('frame.privacy')}
        </Link>
        <Link to="/accessibility" className={link}>
          {t('frame.accessibility')}
        </Link>
      </nav>
    </footer>
  );
}

export const textLinkClass = 'font-medium text-link hover:underline';
