import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '#features/accounts/index.ts';
import { useBrand } from '#lib/brand.ts';
import { buttonClass } from '#ui/button-class.ts';
import { FlightPath } from '#ui/flight-path.tsx';
import { Logo } from '#ui/logo.tsx';
import { FullPageSpinner } from './full-page-spinner.tsx';

const ShellNotFound = lazy(async () => ({ default: (await import('./shell/shell-not-found.tsx')).ShellNotFound }));

/** Any unknown path: inside the shell for signed-in people, on its own for strangers. */
export function NotFound() {
  const session = useQuery(sessionQuery);
  if (session.isPending) return <FullPageSpinner />;
  if (!session.data || session.data.guest) return <StrangerNotFound />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <ShellNotFound />
    </Suspense>
  );
}

function StrangerNotFound() {
  const { t } = useTranslation();
  const { tagline: _unsaid, ...brand } = useBrand();
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-5 py-6 sm:px-10 sm:py-8">
      <header>
        <Logo brand={brand} size={28} />
      </header>
      <main id="main" className="flex flex-1 flex-col items-center justify-center py-10 text-center">
        <FlightPath lost width={160} className="mb-6" />
        <h1
          tabIndex={-1}
          className="font-display text-[1.625rem] leading-8 font-semibold tracking-[-0.025em] text-ink outline-none"
        >
          {t('notFound.title')}
        </h1>
        <p className="mt-1.5 text-muted">{t('notFound.text')}</p>
        <Link to="/auth/login" className={`${buttonClass({ variant: 'primary' })} mt-5`}>
          {t('notFound.signIn')}
        </Link>
      </main>
    </div>
  );
}
