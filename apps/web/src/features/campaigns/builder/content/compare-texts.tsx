import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { onlyIn } from './only-in.ts';

type CompareTextsProps = { mine: string; generated: string };

/** The own text beside the generated one, with the lines that only one of them has. */
export function CompareTexts({ mine, generated }: CompareTextsProps) {
  const { t } = useTranslation('campaign-builder');
  return (
    <section aria-label={t('plainText.compare')} className="flex flex-col gap-2">
      <p className="text-xs text-muted">{t('plainText.compareHint')}</p>
      <div className="grid gap-3 md:grid-cols-2">
        <Side title={t('plainText.mine')} text={mine} other={generated} className="bg-danger-soft" />
        <Side title={t('plainText.generated')} text={generated} other={mine} className="bg-success-soft" />
      </div>
    </section>
  );
}

type SideProps = { title: string; text: string; other: string; className: string };

function Side({ title, text, other, className }: SideProps) {
  const lines = onlyIn(text, other);
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-sm font-medium text-ink">{title}</h4>
      <div className="max-h-96 overflow-auto rounded-md border border-line-strong bg-surface py-2 font-mono text-xs text-ink">
        {lines.map(({ line, isOnly }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines are drawn anew with each change, and none has a state
          <div key={at} className={cx('min-h-4 px-3 break-words whitespace-pre-wrap', isOnly && className)}>
            {isOnly ? <mark className="bg-transparent text-inherit">{line}</mark> : line}
          </div>
        ))}
      </div>
    </div>
  );
}
