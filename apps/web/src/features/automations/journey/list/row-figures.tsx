import { Link } from '@tanstack/react-router';
import type { Step } from '@waggle/contracts/automation-document';
import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { useResults } from '../use-results.ts';

/** Arrived, here now, left and what came of it. */
export function RowFigures({ step }: { step: Step }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { automation, figuresOf } = useEditor();
  const result = useResults()(step);
  if (automation.version === null) return null;
  const figures = figuresOf(step.id);
  const shown = (value: number | undefined) => (value ? number(value) : '–');
  return (
    <span className="flex items-center text-sm text-muted tabular-nums">
      <span className="w-20 text-right">
        <span className="sr-only">{t('figures.arrived')}: </span>
        {shown(figures?.arrived)}
      </span>
      <span className="w-24 text-right">
        <HereNow stepId={step.id} here={figures?.here ?? 0} />
      </span>
      <span className="w-16 text-right">
        <span className="sr-only">{t('figures.left')}: </span>
        {shown(figures?.ended)}
      </span>
      <span className="w-36 truncate pl-6 text-ink">{result}</span>
    </span>
  );
}

type HereNowProps = { stepId: string; here: number };

/** Leads to the people who wait at the step. */
export function HereNow({ stepId, here }: HereNowProps) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { automation } = useEditor();
  if (here === 0) return <span aria-label={t('figures.nobodyHere')}>–</span>;
  return (
    <Link
      to="/dashboard/automations/$automationId"
      params={{ automationId: automation.id }}
      search={{ tab: 'runs', step: stepId }}
      aria-label={t('figures.hereOf', { count: here, shown: number(here) })}
      className="inline-flex items-center gap-1.5 rounded-sm bg-accent-soft-strong px-2 py-0.5 font-semibold text-accent-text"
    >
      <Users aria-hidden className="size-3.5" />
      {number(here)}
    </Link>
  );
}

/** One figure for each step on a phone: who is here now, else what came of it. */
export function PhoneFigure({ step }: { step: Step }) {
  const { t } = useTranslation('automation-editor');
  const { automation, figuresOf } = useEditor();
  const result = useResults()(step);
  if (automation.version === null) return null;
  const here = figuresOf(step.id)?.here ?? 0;
  return (
    <span className="flex shrink-0 flex-col items-end text-xs text-muted">
      {here > 0 ? (
        <>
          <HereNow stepId={step.id} here={here} />
          {t('figures.hereNow')}
        </>
      ) : (
        result
      )}
    </span>
  );
}
