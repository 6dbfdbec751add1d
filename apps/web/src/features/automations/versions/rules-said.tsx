import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { lazy, Suspense } from 'react';
import { ruleParts } from '#features/contacts/index.ts';
import { loadTexts } from '#lib/i18n.ts';
import { Skeleton } from '#ui/skeleton.tsx';

const RulesField = lazy(async () => {
  const [{ RulesField: Rules }] = await Promise.all([ruleParts(), loadTexts('segments')]);
  return { default: Rules };
});

/** Rules as sentences. */
export function RulesSaid({ tree }: { tree: RuleGroup }) {
  return (
    <Suspense fallback={<Skeleton className="h-5 w-48" />}>
      <div className="py-1">
        <RulesField readOnly tree={tree} onChange={() => undefined} />
      </div>
    </Suspense>
  );
}
