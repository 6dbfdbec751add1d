import type { Step } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../editor/editor-context.ts';

/** The figures of the selected step. */
export function StepStrip({ step }: { step: Step }) {
  const { t } = useTranslation('automation-editor');
  const { number, percent } = useFormat();
  const { figuresOf } = useEditor();
  const figures = figuresOf(step.id);
  if (!figures) return null;
  const { email } = figures;
  const skipped = { name: t('figures.skipped'), value: number(figures.skipped) };
  const shown = email
    ? [
        { name: t('figures.sent'), value: number(figures.done) },
        { name: t('figures.opened'), value: percent(email.opened / email.delivered) },
        { name: t('figures.clicked'), value: percent(email.clicked / email.delivered) },
        skipped,
      ]
    : [
        { name: t('figures.arrived'), value: number(figures.arrived) },
        { name: t('figures.here'), value: number(figures.here) },
        skipped,
        { name: t('figures.left'), value: number(figures.ended) },
      ];
  return (
    <dl className="grid grid-cols-4 gap-2 border-b border-line px-5 py-3">
      {shown.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="truncate text-xs text-muted">{name}</dt>
          <dd className="text-sm font-semibold text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
