import { useQuery } from '@tanstack/react-query';
import type { AttentionItem } from '@waggle/contracts/control-room';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Count } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { AttentionLine, AttentionPhoneLine } from './attention-line.tsx';
import { attentionQuery } from './queries.ts';

/** Lines before somebody asks for all of them. */
const few = 4;

/** Which client needs somebody first, and what for. */
export function AttentionList() {
  const { t } = useTranslation('control-room');
  const { number } = useFormat();
  const { data } = useQuery(attentionQuery);
  const clearWords = ({ clear: count, snoozed }: { clear: number; snoozed: number }) => {
    const clear = t('attention.clear', { count });
    return snoozed > 0 ? t('attention.clearSnoozed', { clear, shown: number(snoozed) }) : clear;
  };
  return (
    <section aria-labelledby="needs-attention">
      <div className="overflow-hidden rounded-lg border-line-strong md:border md:bg-surface md:shadow-xs">
        <header className="flex min-h-11 items-center gap-2 px-4.5 max-md:px-0">
          <h2 id="needs-attention" className="text-base font-semibold text-ink max-md:text-md">
            {t('attention.title')}
          </h2>
          {data && <Count className="text-sm!">{number(data.total)}</Count>}
          {data && <span className="ml-auto text-xs text-subtle max-md:hidden">{clearWords(data)}</span>}
        </header>
        <Lines />
      </div>
    </section>
  );
}

function Lines() {
  const { t } = useTranslation('control-room');
  const { number } = useFormat();
  const attention = useQuery(attentionQuery);
  if (attention.isPending) return <SkeletonRows className="px-4.5" />;
  if (attention.isError && !attention.data) {
    return (
      <LoadError
        title={t('attention.failed')}
        message={problemText(attention.error)}
        retry={() => void attention.refetch()}
        busy={attention.isFetching}
        className="py-6"
      />
    );
  }
  const { items, total, snoozed } = attention.data;
  if (total === 0) {
    return (
      <p className="flex items-center gap-2.5 border-line px-4.5 py-3 text-sm text-muted max-md:px-0 md:border-t">
        <CircleCheck aria-hidden className="size-4 text-success" />
        {snoozed > 0 ? t('attention.noneNew', { count: snoozed, shown: number(snoozed) }) : t('attention.none')}
      </p>
    );
  }
  return <Items items={items} />;
}

function Items({ items }: { items: readonly AttentionItem[] }) {
  const { t } = useTranslation('control-room');
  const [all, setAll] = useState(false);
  const isPhone = useIsPhone();
  const Line = isPhone ? AttentionPhoneLine : AttentionLine;
  return (
    <>
      <ul className="max-md:overflow-hidden max-md:rounded-lg max-md:border max-md:border-line-strong max-md:bg-surface">
        {items.slice(0, all ? undefined : few).map((item) => (
          <Line key={item.key} item={item} />
        ))}
      </ul>
      {items.length > few && (
        <div className="flex justify-center border-line py-1 md:border-t">
          <Button variant="ghost" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('attention.viewFewer') : t('attention.viewAll', { total: items.length })}
          </Button>
        </div>
      )}
    </>
  );
}
