import type { Step } from '@waggle/contracts/automation-document';
import { lazy, Suspense } from 'react';
import { ruleParts } from '#features/contacts/index.ts';
import { loadTexts } from '#lib/i18n.ts';

const RuleSentence = lazy(async () => {
  const [{ RuleSentence: Sentence }] = await Promise.all([ruleParts(), loadTexts('segments')]);
  return { default: Sentence };
});

type StepTitleProps = { step: Step; title: string; className?: string };

/** What a step does, in one line. A condition is told by its first rule. */
export function StepTitle({ step, title, className }: StepTitleProps) {
  const isRule = step.kind === 'if' && step.rule.rules.length > 0;
  return (
    <span className={className}>
      {isRule ? (
        <Suspense fallback={title}>
          <RuleSentence tree={step.rule} />
        </Suspense>
      ) : (
        title
      )}
    </span>
  );
}
