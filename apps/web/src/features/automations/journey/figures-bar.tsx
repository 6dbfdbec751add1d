import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../editor/editor-context.ts';

/** How the automation does as a whole; nothing before it was published. */
export function FiguresBar() {
  const { t } = useTranslation('automation-editor');
  const { number, percent } = useFormat();
  const { figures, automation } = useEditor();
  if (automation.version === null) return <p className="text-sm text-muted">{t('figures.none')}</p>;
  const { inside, reached, left, entered } = figures ?? { ...automation, left: 0 };
  const shown = [
    { name: t('figures.inside'), value: number(inside) },
    { name: t('figures.reached'), value: number(reached) },
    { name: t('figures.left'), value: number(left) },
    { name: t('figures.rate'), value: entered === 0 ? '–' : percent(reached / entered) },
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 max-sm:grid max-sm:w-full max-sm:grid-cols-4 max-sm:gap-x-2">
      {shown.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="truncate text-xs text-muted">{name}</dt>
          <dd className="text-md leading-6 font-semibold text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
