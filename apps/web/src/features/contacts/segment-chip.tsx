import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { segmentQuery } from './segments/queries.ts';

/** Says which segment the list is narrowed to, and takes it away. */
export function SegmentChip({ segmentId }: { segmentId: string }) {
  const { t } = useTranslation('contacts');
  const segment = useQuery(segmentQuery(segmentId));
  const navigate = useNavigate({ from: '/dashboard/contacts' });
  const remove = () =>
    void navigate({
      search: (now) => ({ ...now, segmentId: undefined, page: undefined, cursor: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <span className="inline-flex h-8 items-center gap-1.5 rounded-lg border border-line-strong pl-2.5 text-sm">
      <span className="text-muted">{t('segmentChip.label')}</span>
      <span className="max-w-48 truncate font-medium">{segment.data?.name ?? '…'}</span>
      <IconButton icon={X} label={t('segmentChip.remove')} size="sm" onClick={remove} />
    </span>
  );
}
