import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';

type StickyCountProps = {
  answer: { count: number; of: number } | undefined;
  waiting: boolean;
  onPress: () => void;
};

/** Where the rail stands below the rules, the answer to them stays in sight. It leads to the rail. */
export function StickyCount({ answer, waiting, onPress }: StickyCountProps) {
  const { t } = useTranslation('segments');
  const { number } = useFormat();
  if (!answer) return null;
  return (
    <button
      type="button"
      onClick={onPress}
      className="sticky bottom-0 z-(--z-sticky) flex min-h-12 shrink-0 items-baseline gap-2 border-t border-line bg-surface px-4 py-2.5 text-left focus-visible:-outline-offset-2 xl:hidden"
    >
      <span className="text-sm text-muted">{t('now.title')}</span>
      <span
        className={cx(
          'ml-auto text-md font-semibold text-ink tabular-nums transition-opacity',
          waiting && 'opacity-60',
        )}
      >
        {number(answer.count)}
      </span>
      <span className="text-sm text-subtle tabular-nums">{t('now.ofAll', { total: number(answer.of) })}</span>
    </button>
  );
}
