import { useQuery } from '@tanstack/react-query';
import type { AutomationComparison, AutomationVersion } from '@waggle/contracts/automation-versions';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { type Choice, inOrder, useChoice, usualAgainst } from './choice.ts';
import { DocumentChanges } from './document-changes.tsx';
import { comparisonQuery } from './queries.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { StepChanges } from './step-changes.tsx';
import { useChangeWords } from './use-change-words.ts';
import { useSides } from './use-sides.ts';

type ComparisonProps = { chosen: Choice; versions: readonly AutomationVersion[] };

/** One version, and how it differs from another, step by step. */
export function Comparison({ chosen, versions }: ComparisonProps) {
  const { t } = useTranslation('automation-versions');
  const { automation } = useEditor();
  const { against: asked } = useChoice();
  const [shown, setShown] = useState<'changes' | 'all'>('changes');
  const against = asked ?? usualAgainst(chosen, { versions, live: automation.version });
  const [from, to] = inOrder(chosen, against);
  const compared = useQuery({
    ...comparisonQuery(
      automation.id,
      { from: from === 'draft' ? 0 : from, to: to === 'draft' ? undefined : to },
      automation.draftNo,
    ),
    enabled: from !== 'draft',
  });
  return (
    <>
      <Head chosen={chosen} versions={versions} against={against} shown={shown} onShow={setShown} />
      {compared.isError ? (
        <LoadError
          title={t('compareFailed')}
          message={problemText(compared.error)}
          retry={() => void compared.refetch()}
          busy={compared.isFetching}
        />
      ) : compared.data ? (
        <ScrollRegion label={t('differences')} className="min-h-0 flex-1 pb-8">
          <Differences compared={compared.data} isAll={shown === 'all'} />
        </ScrollRegion>
      ) : (
        <div className="px-7 py-5 max-lg:px-4">
          <SkeletonRows />
        </div>
      )}
    </>
  );
}

type HeadProps = ComparisonProps & {
  against: Choice;
  shown: 'changes' | 'all';
  onShow: (shown: 'changes' | 'all') => void;
};

function Head({ chosen, versions, against, shown, onShow }: HeadProps) {
  const { t } = useTranslation('automation-versions');
  const { automation, readOnly } = useEditor();
  const { compareWith } = useChoice();
  const [isRestoring, setRestoring] = useState(false);
  const words = useChangeWords();
  const version = versions.find((one) => one.version === chosen);
  const others: Choice[] = ['draft', ...versions.map((one) => one.version)];
  return (
    <header className="flex flex-col gap-3 border-b border-line px-7 py-4 max-xl:px-5 max-lg:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 text-md font-semibold text-ink">
            {words.nameOf(chosen)}
            {version?.isLive && <Badge tone="success">{t('live')}</Badge>}
            {chosen === 'draft' && automation.hasChanges && <Badge tone="accent">{t('notPublished')}</Badge>}
          </h2>
          {version && <Published version={version} />}
        </div>
        {!readOnly && chosen !== 'draft' && (
          <Button icon={RotateCcw} onClick={() => setRestoring(true)}>
            {t('use')}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2.5">
        <Select
          aria-label={t('compareWith')}
          className="w-56 max-sm:w-full"
          value={String(against)}
          onValueChange={(value) => compareWith(value === 'draft' ? value : Number(value))}
          options={others
            .filter((one) => one !== chosen)
            .map((one) => ({ value: String(one), label: t('comparedWith', { name: words.nameOf(one) }) }))}
        />
        <SegmentedControl
          label={t('show')}
          value={shown}
          onValueChange={onShow}
          options={[
            { value: 'changes', label: t('onlyChanges') },
            { value: 'all', label: t('allSteps') },
          ]}
        />
      </div>
      {isRestoring && chosen !== 'draft' && <RestoreDialog version={chosen} onClose={() => setRestoring(false)} />}
    </header>
  );
}

function Published({ version: { publishedAt, publishedBy, inside, steps } }: { version: AutomationVersion }) {
  const { t } = useTranslation('automation-versions');
  const { number, fullDate } = useFormat();
  return (
    <p className="text-sm text-muted">
      {t('published', { when: fullDate(publishedAt), by: publishedBy ?? t('someone') })}
      {' · '}
      {t('steps', { count: steps, shown: number(steps) })}
      {inside > 0 && ` · ${t('inside', { count: inside, shown: number(inside) })}`}
    </p>
  );
}

function Differences({ compared, isAll }: { compared: AutomationComparison; isAll: boolean }) {
  const { t } = useTranslation('automation-versions');
  const words = useChangeWords();
  const sides = useSides(compared);
  const { parts, steps } = compared;
  const count = (change: string) => steps.filter((step) => step.change === change).length;
  const summary = words.summary({
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    moved: steps.filter(({ isMoved }) => isMoved).length,
    parts,
  });
  const names = { from: words.nameOf(compared.from.version), to: words.nameOf(compared.to.version) };
  return (
    <>
      <p role="status" className="px-7 py-3 text-sm text-muted max-xl:px-5 max-lg:px-4">
        {t('fromTo', names)} <strong className="font-semibold text-ink">{summary}</strong>
      </p>
      <DocumentChanges parts={parts} sides={sides} />
      <StepChanges steps={steps} sides={sides} isAll={isAll} />
    </>
  );
}
