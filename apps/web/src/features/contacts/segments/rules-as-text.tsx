import type { Rule, RuleGroup } from '@waggle/contracts/contact-rules';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from './rule-catalogue.ts';
import { halvesOf } from './rule-draft.ts';
import { useRuleWords } from './rule-words.ts';

type RulesAsTextProps = { tree: RuleGroup; catalogue: Catalogue };

/** The same sentences for people who may look but not change. */
export function RulesAsText({ tree, catalogue }: RulesAsTextProps) {
  const { t } = useTranslation('segments');
  const { main, leaveOut } = halvesOf(tree);
  const title = main.rules.length === 0 ? t('text.everybody') : t(main.match === 'any' ? 'text.any' : 'text.all');
  return (
    <div className="flex flex-col gap-6">
      <Half title={title} group={main} catalogue={catalogue} />
      {leaveOut.rules.length > 0 && (
        <Half
          title={t(leaveOut.match === 'all' ? 'text.outAll' : 'text.outAny')}
          group={leaveOut}
          catalogue={catalogue}
        />
      )}
    </div>
  );
}

function Half({ title, group, catalogue }: { title: string; group: RuleGroup; catalogue: Catalogue }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-sm font-normal text-muted">{title}</h2>
      {group.rules.length > 0 && (
        <div className="rounded-lg border border-line-strong bg-surface px-4 py-2 shadow-xs">
          <Lines rules={group.rules} match={group.match} catalogue={catalogue} />
        </div>
      )}
    </section>
  );
}

type LinesProps = { rules: readonly Rule[]; match: RuleGroup['match']; catalogue: Catalogue };

function Lines({ rules, match, catalogue }: LinesProps) {
  const { t } = useTranslation('segments');
  const words = useRuleWords(catalogue);
  return (
    <ul className="divide-y divide-line text-sm text-muted">
      {rules.map((rule, index) => (
        // A saved tree does not reorder.
        <li key={index} className="flex gap-2 py-2.5">
          {index > 0 && <span className="w-7 shrink-0">{t(`joint.${match}`)}</span>}
          {'rules' in rule ? (
            <div className="min-w-0 flex-1">
              {t(`why.groups.${rule.match}`)}
              <div className="mt-1 border-l-2 border-line pl-3">
                <Lines rules={rule.rules} match={rule.match} catalogue={catalogue} />
              </div>
            </div>
          ) : (
            <RuleLine parts={words.partsOf(rule)} />
          )}
        </li>
      ))}
    </ul>
  );
}

const RuleLine = ({ parts }: { parts: { field: string; operator: string; value: string } }) => (
  <span className="min-w-0">
    <span className="font-medium text-ink">{parts.field}</span> {parts.operator}{' '}
    <span className="font-medium break-words text-ink">{parts.value}</span>
  </span>
);
