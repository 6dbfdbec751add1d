import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { cx } from '#ui/class-names.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Preview } from './use-preview.ts';

/** Shown as an image: what is drawn from somebody's choices never becomes part of the page. */
const svgAddress = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

type DesignPictureProps = { preview: Preview; className?: string | undefined };

/** Drawn by the server; the old drawing dims until the new one is there. */
export function DesignPicture({ preview: { drawing, waiting }, className }: DesignPictureProps) {
  const { t } = useTranslation('links');
  return (
    <div aria-busy={waiting} className={cx('rounded-lg border border-line-strong bg-white p-2', className)}>
      {drawing.data ? (
        <img
          src={svgAddress(drawing.data.svg)}
          alt={t('designer.picture')}
          className={cx(
            'aspect-square w-full object-contain transition-opacity duration-(--duration-fast)',
            waiting && 'opacity-40',
          )}
        />
      ) : (
        <Skeleton shape="block" width="100%" className="aspect-square" />
      )}
    </div>
  );
}

export function PreviewProblem({ preview: { drawing } }: { preview: Preview }) {
  const { t } = useTranslation('links');
  return (
    <LoadError
      title={t('designer.failed')}
      message={problemText(drawing.error)}
      retry={() => void drawing.refetch()}
      busy={drawing.isFetching}
      className="py-6!"
    />
  );
}
