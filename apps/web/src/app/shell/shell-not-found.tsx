import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { FlightPath } from '#ui/flight-path.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { openPalette } from './shell-state.ts';
import { ShellFrame } from './shell.tsx';

export const ShellNotFound = () => (
  <ShellFrame>
    <LostView />
  </ShellFrame>
);

/** For an unknown path under /dashboard, where the shell is there already. */
export function LostView() {
  const { t } = useTranslation(['shell', 'app']);
  return (
    <>
      <PageHeader title={t('app:notFound.title')} />
      <div className="flex flex-1 flex-col items-center justify-center px-4 py-12 text-center">
        <FlightPath lost width={160} className="mb-6" />
        <p className="text-muted">{t('app:notFound.text')}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <Button onClick={openPalette}>{t('search')}</Button>
          <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
            {t('app:notFound.overview')}
          </Link>
        </div>
      </div>
    </>
  );
}
