import type { Verdict } from '@waggle/contracts/segments';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { useRuleCatalogue, type Catalogue } from './rule-catalogue.ts';
import { useRuleWords } from './rule-words.ts';

/** Every rule with a check or a cross, and what was found. */
export function VerdictTree({ verdict }: { verdict: Verdict }) {
  const catalogue = useRuleCatalogue();
  return (
    <ul className="text-sm">
      <VerdictLine verdict={verdict} catalogue={catalogue} />
    </ul>
  );
}

type VerdictLineProps = {
  verdict: Verdict;
  catalogue: Catalogue;
  /** Under a `none` a rule that does not hold is how it should be. */
  unwanted?: boolean;
};

function VerdictLine({ verdict, catalogue, unwanted = false }: VerdictLineProps) {
  const { t } = useTranslation('segments');
  const words = useRuleWords(catalogue);
  const foundText = useFoundText(words.wordName);
  const { holds, rule, match, found, parts } = verdict;
  const Icon = holds ? Check : X;
  return (
    <li className="py-1.5">
      <div className="flex items-start gap-2.5">
        <span className={cx('mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full', toneOf(holds, unwanted))}>
          <Icon aria-hidden className="size-3" strokeWidth={2.5} />
          <span className="sr-only">{t(holds ? 'why.holds' : 'why.fails')}</span>
        </span>
        <span className="min-w-0 break-words">
          <span className={match ? 'text-muted' : 'text-ink'}>
            {rule ? words.sentence(rule) : t(`why.groups.${match ?? 'all'}`)}
          </span>
          {found !== null && <span className="block text-xs text-subtle">{foundText(rule, found)}</span>}
        </span>
      </div>
      {parts.length > 0 && (
        <ul className="mt-1 ml-2.25 border-l border-line pl-4.5">
          {parts.map((part, index) => (
            // A verdict does not reorder.
            <VerdictLine key={index} verdict={part} catalogue={catalogue} unwanted={match === 'none'} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Found values that are words of ours. */
const wordKinds: ReadonlySet<string> = new Set(['status', 'source', 'consent']);

/** A submission by the name of its form and the day it was sent, an automation likewise, everything else as it stands there. */
function useFoundText(wordName: (word: string) => string) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  return (rule: Verdict['rule'], found: string): string => {
    if (rule?.kind === 'date') return t('why.found', { found: format.date(found) });
    if (rule && wordKinds.has(rule.kind)) return t('why.found', { found: wordName(found) });
    if (rule?.kind !== 'form' && rule?.kind !== 'automation') return t('why.found', { found });
    const space = found.indexOf(' ');
    const [name, date] = [found.slice(space + 1), format.date(found.slice(0, space))];
    return rule.kind === 'form' ? t('why.submitted', { form: name, date }) : t(walked[rule.op], { name, date });
  };
}

const walked = {
  isInside: 'why.inside',
  isNotInside: 'why.inside',
  completed: 'why.completed',
  didNotComplete: 'why.completed',
  reachedGoal: 'why.reachedGoal',
} as const;

function toneOf(holds: boolean, unwanted: boolean): string {
  if (holds === unwanted) return 'bg-danger-soft text-danger-text';
  return holds ? 'bg-success-soft text-success-text' : 'bg-fill text-muted';
}
