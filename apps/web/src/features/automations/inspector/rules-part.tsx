import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { lazy, Suspense } from 'react';
import { ruleParts } from '#features/contacts/index.ts';
import { loadTexts } from '#lib/i18n.ts';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useEditor } from '../editor/editor-context.ts';

const RulesField = lazy(async () => {
  const [{ RulesField: Rules }] = await Promise.all([ruleParts(), loadTexts('segments')]);
  return { default: Rules };
});

type RulesPartProps = { tree: RuleGroup; onChange: (tree: RuleGroup) => void };

/** The rules of segments. In the narrow column every part of a rule has a line of its own. */
export function RulesPart({ tree, onChange }: RulesPartProps) {
  const { readOnly } = useEditor();
  return (
    <Suspense fallback={<SkeletonRows />}>
      <div className="min-w-0 [&_[role=group]_[data-value]]:max-w-full">
        <RulesField tree={tree} readOnly={readOnly} onChange={onChange} />
      </div>
    </Suspense>
  );
}
