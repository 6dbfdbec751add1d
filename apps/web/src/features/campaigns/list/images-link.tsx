import { Link } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/button-class.ts';
import { cx } from '#ui/class-names.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';

/** To the pictures of emails; on a phone by its icon alone. */
export function ImagesLink() {
  const { t } = useTranslation('app');
  const wide = useMediaQuery('(min-width: 40rem)');
  return (
    <Link
      to="/dashboard/campaigns/images"
      search={{}}
      className={buttonClass({ variant: 'ghost', size: wide ? 'md' : 'icon-md' })}
    >
      <Images aria-hidden className="icon-control" />
      <span className={cx(!wide && 'sr-only')}>{t('titles.images')}</span>
    </Link>
  );
}
