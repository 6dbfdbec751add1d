import type { Import } from '@waggle/contracts/imports';
import { CircleAlert, CircleCheck, Info, Upload, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useCounted } from './counted.ts';
import { summaryOf } from './import-state.ts';

/** `isNew`: it ended before the person's eyes, and not before the page was loaded. */
type EndedCardProps = { found: Import; isNew: boolean; onOpen: () => void; onDismiss: () => void };

const looks = {
  uploaded: { Icon: Upload, tone: 'text-subtle' },
  checked: { Icon: CircleCheck, tone: 'text-success-text' },
  finished: { Icon: CircleCheck, tone: 'text-success-text' },
  undone: { Icon: CircleCheck, tone: 'text-success-text' },
  failed: { Icon: CircleAlert, tone: 'text-danger-text' },
  cancelled: { Icon: Info, tone: 'text-subtle' },
};
type Ending = keyof typeof looks;
const unfinished: readonly Ending[] = ['uploaded', 'checked'];

function endingOf(state: Import['state']): Ending {
  if (state === 'done') return 'finished';
  return state in looks ? (state as Ending) : 'cancelled';
}

/** Work that came to its end: the figures, and the way to the summary. */
export function EndedCard({ found, isNew, onOpen, onDismiss }: EndedCardProps) {
  const { t } = useTranslation('contacts-import');
  const ending = endingOf(found.state);
  const { Icon, tone } = looks[ending];
  const title = t(`dock.${ending}`, { name: found.name });
  const figures = useFiguresText(found);
  useEffect(() => {
    if (isNew) announce([title, figures].filter(Boolean).join('. '));
  }, [isNew, title, figures]);
  return (
    <section
      aria-label={title}
      className="flex items-center gap-2.5 rounded-lg border border-line-strong bg-raised px-3.5 py-3 shadow-lg"
    >
      <Icon aria-hidden className={cx('size-4 shrink-0 self-start', tone)} />
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-sm leading-4 font-semibold text-ink">{title}</h3>
        {figures && <p className="mt-1 text-xs text-muted">{figures}</p>}
      </div>
      <Button size="sm" onClick={onOpen}>
        {t(unfinished.includes(ending) ? 'dock.continue' : 'dock.summary')}
      </Button>
      <IconButton size="sm" label={t('dock.dismiss')} icon={X} onClick={onDismiss} />
    </section>
  );
}

function useFiguresText({ state, checked, counts, undone, failure }: Import): string | undefined {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  const counted = useCounted();
  if (state === 'uploaded') return t('dock.uploadedText');
  if (state === 'failed' && failure) return translateSentence(failure);
  if (state === 'checked' && checked) return t('dock.checkedText', counted(summaryOf(checked).imported));
  if (state === 'undone' && undone) {
    const { removed, restored, kept } = undone;
    return t('dock.undoneFigures', {
      removed: format.number(removed),
      restored: format.number(restored),
      kept: format.number(kept),
    });
  }
  if (!counts) return undefined;
  const { imported, duplicates, errors } = summaryOf(counts);
  return t('dock.figures', {
    imported: format.number(imported),
    duplicates: format.number(duplicates),
    errors: format.number(errors),
  });
}
