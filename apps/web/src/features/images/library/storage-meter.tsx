import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Progress } from '#ui/progress.tsx';
import { storageQuery } from '../queries.ts';
import { useBytes } from '../use-bytes.ts';

/** How much of the room the organization has for files is taken. */
export function StorageMeter() {
  const { t } = useTranslation('images');
  const bytes = useBytes();
  const { data } = useQuery(storageQuery);
  if (!data) return null;
  const text = t('storage', { used: bytes(data.usedBytes), most: bytes(data.mostBytes) });
  const isTight = data.usedBytes > data.mostBytes * 0.9;
  return (
    <div className="flex items-center gap-2 text-xs text-muted">
      <Progress
        value={data.usedBytes}
        max={data.mostBytes}
        label={text}
        tone={isTight ? 'warning' : 'ink'}
        className="w-36 max-sm:w-20"
      />
      <span>{text}</span>
    </div>
  );
}
