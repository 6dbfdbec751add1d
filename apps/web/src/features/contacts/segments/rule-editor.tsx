import { ruleLimits } from '@waggle/contracts/contact-rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BuilderContext } from './builder-context.ts';
import { MatchChoice } from './match-choice.tsx';
import { RuleBlock } from './rule-block.tsx';
import type { Catalogue } from './rule-catalogue.ts';
import { baseDepths, rowsOf, type Draft } from './rule-draft.ts';
import { isGroupDraft, type GroupDraft } from './rule-query.ts';
import { useRuleWords } from './rule-words.ts';
import type { SegmentDraft } from './segment-draft.ts';

const nothing: ReadonlySet<string> = new Set();

type RuleEditorProps = { edited: SegmentDraft; catalogue: Catalogue; emptiedId: string | undefined };

/** Who matches, then who is left out all the same. */
export function RuleEditor({ edited, catalogue, emptiedId }: RuleEditorProps) {
  const { t } = useTranslation('segments');
  const { draft, change, marked = nothing } = edited;
  const words = useRuleWords(catalogue);
  const numberOf = useNumbers(draft);
  const depths = baseDepths(draft);
  const rows = rowsOf(draft.main).length + rowsOf(draft.leaveOut).length;
  const full = rows < ruleLimits.conditions ? undefined : t('limit', { ...ruleLimits });

  return (
    <BuilderContext value={{ catalogue, words, numberOf, marked, emptiedId, full }}>
      <section aria-label={t('who.mainRules')} className="flex flex-col gap-3">
        <MatchChoice
          label={t('who.matchLabel')}
          before={t('who.before')}
          after={t('who.after')}
          options={['all', 'any']}
          value={draft.main.combinator}
          onChange={(match) => change('main', { ...draft.main, combinator: match })}
        />
        {draft.main.rules.length === 0 && <p className="text-sm text-subtle">{t('who.everybody')}</p>}
        <RuleBlock draft={draft.main} onChange={(group) => change('main', group)} depth={depths.main} />
      </section>
      <section aria-label={t('who.outRules')} className="mt-7 flex flex-col gap-3">
        <MatchChoice
          label={t('who.outMatchLabel')}
          before={t('who.outBefore')}
          options={['all', 'any']}
          value={draft.leaveOut.combinator}
          onChange={(match) => change('leaveOut', { ...draft.leaveOut, combinator: match })}
        />
        <RuleBlock draft={draft.leaveOut} onChange={(group) => change('leaveOut', group)} depth={depths.leaveOut} />
      </section>
    </BuilderContext>
  );
}

/** Rows and groups are each counted from the top, so that every control has a name of its own. */
function useNumbers({ main, leaveOut }: Draft) {
  return useMemo(() => {
    const numbers = new Map<string, number>();
    const counts = { rows: 0, groups: 0 };
    const count = (group: GroupDraft) => {
      for (const part of group.rules as ({ id?: string } & object)[]) {
        const inner = isGroupDraft(part);
        if (part.id) numbers.set(part.id, inner ? ++counts.groups : ++counts.rows);
        if (inner) count(part);
      }
    };
    count(main);
    count(leaveOut);
    return (id: string | undefined) => numbers.get(id ?? '') ?? 1;
  }, [main, leaveOut]);
}
