import { ImageOff, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Progress } from '#ui/progress.tsx';
import type { Upload } from './use-uploads.ts';

export function UploadTile({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { t } = useTranslation('images');
  const { number } = useFormat();
  const { name, preview, progress, fault } = upload;
  const percent = Math.floor(progress * 100);
  const status = progress < 1 ? t('uploading', { percent: number(percent) }) : t('drawing');
  return (
    <li className="flex min-w-0 flex-col">
      <div
        className={cx(
          'relative grid aspect-[7/6] place-items-center overflow-hidden rounded-md border bg-sunken',
          fault ? 'border-danger-line' : 'border-line-strong',
        )}
      >
        {fault ? (
          <ImageOff aria-hidden className="size-5 text-danger-text" />
        ) : (
          <img src={preview} alt="" className="size-full object-cover opacity-40" />
        )}
        {fault ? (
          <IconButton
            label={t('dismiss', { name })}
            icon={X}
            size="sm"
            className="absolute! top-1 right-1"
            onClick={onDismiss}
          />
        ) : (
          <Progress value={percent} label={name} className="absolute right-3 bottom-3 left-3" />
        )}
      </div>
      <p className="mt-1.5 truncate text-xs font-[550] text-ink">{name}</p>
      <p role={fault ? 'alert' : 'status'} className={cx('text-xs', fault ? 'text-danger-text' : 'text-subtle')}>
        {fault ?? status}
      </p>
    </li>
  );
}
