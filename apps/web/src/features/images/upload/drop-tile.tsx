import { ImageUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { ChooseFiles } from './choose-files.tsx';

/** The first place of the grid; files can be dropped anywhere on the library. */
export function DropTile({ over, onFiles }: { over: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('images');
  return (
    <li
      className={cx(
        'flex aspect-[7/6] flex-col items-center justify-center rounded-md border border-dashed px-2 text-center transition-colors duration-(--duration-instant)',
        over ? 'border-accent-mark bg-accent-soft' : 'border-line-control bg-sunken',
      )}
    >
      <ImageUp aria-hidden className="mb-2 size-5 text-muted max-sm:mb-1" />
      <p className="text-sm font-semibold text-ink max-sm:hidden">{t('drop.title')}</p>
      <p className="text-xs text-muted">
        <span className="max-sm:hidden">{t('drop.or')} </span>
        <ChooseFiles look="link" onFiles={onFiles} />
      </p>
      <p className="mt-2 text-xs text-balance text-subtle max-sm:mt-0">{t('drop.kinds')}</p>
    </li>
  );
}
