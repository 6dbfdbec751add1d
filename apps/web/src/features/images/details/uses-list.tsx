import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ImageUse } from '@waggle/contracts/images';
import { Bookmark, LayoutTemplate, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { usesQuery } from '../queries.ts';

/** Rows that fit beside the picture; the others are counted. */
const mostShown = 5;
const tones: Record<string, BadgeTone> = { ACTIVE: 'success', PAUSED: 'warning', COMPLETED: 'info' };

export function UsesList({ imageId }: { imageId: string }) {
  const { t } = useTranslation('images');
  const { number } = useFormat();
  const uses = useQuery(usesQuery(imageId));
  if (uses.isError) return <p className="text-sm text-danger-text">{problemText(uses.error)}</p>;
  if (!uses.data) return null;
  const { items, total } = uses.data;
  const more = total - mostShown;
  return (
    <div>
      <h4 className="text-sm font-semibold text-ink">
        {total === 0 ? t('uses.none') : t('uses.title', { count: total, shown: number(total) })}
      </h4>
      {total > 0 && (
        <ul className="mt-2 border-t border-line">
          {items.slice(0, mostShown).map((use) => (
            <li key={use.id} className="flex items-center gap-2 border-b border-line py-2">
              <UseName use={use} />
              {use.status && <Badge tone={tones[use.status] ?? 'neutral'}>{use.status}</Badge>}
            </li>
          ))}
          {more > 0 && (
            <li className="py-2 text-sm text-subtle">{t('uses.more', { count: more, shown: number(more) })}</li>
          )}
        </ul>
      )}
    </div>
  );
}

const icons = { campaign: Send, template: LayoutTemplate, 'saved-block': Bookmark };

/** In a tab of its own: whoever looks is writing an email. */
function UseName({ use: { kind, id, name } }: { use: ImageUse }) {
  const Icon = icons[kind];
  return (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0 text-subtle" />
      <span className="min-w-0 flex-1 truncate text-sm text-ink">
        {kind === 'campaign' ? (
          <Link
            to="/dashboard/campaigns/$campaignId"
            params={{ campaignId: id }}
            search={{}}
            target="_blank"
            className="hover:underline"
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
    </>
  );
}
