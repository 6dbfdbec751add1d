import type { Condition, Rule, RuleGroup } from '@waggle/contracts/contact-rules';
import { useEffect, useRef, useState } from 'react';
import { useRuleCatalogue } from './rule-catalogue.ts';
import { RuleEditor } from './rule-editor.tsx';
import { useRuleWords } from './rule-words.ts';
import { RulesAsText } from './rules-as-text.tsx';
import { useSegmentDraft } from './segment-draft.ts';

export { VerdictTree } from './verdict-tree.tsx';

type RulesFieldProps = { tree: RuleGroup; readOnly: boolean; onChange: (tree: RuleGroup) => void };

/** The rules of segments inside another screen, which keeps them. Rows without a value stay here until they have one. */
export function RulesField({ tree, readOnly, onChange }: RulesFieldProps) {
  const catalogue = useRuleCatalogue();
  const print = JSON.stringify(tree);
  const [known, setKnown] = useState({ print, opened: 0 });
  // What was changed elsewhere, as by an undo, is opened anew.
  if (print !== known.print) setKnown({ print, opened: known.opened + 1 });
  if (readOnly) return <RulesAsText tree={tree} catalogue={catalogue} />;
  const change = (next: RuleGroup) => {
    setKnown({ print: JSON.stringify(next), opened: known.opened });
    onChange(next);
  };
  return <OpenRules key={known.opened} tree={tree} onChange={change} />;
}

function OpenRules({ tree, onChange }: Omit<RulesFieldProps, 'readOnly'>) {
  const catalogue = useRuleCatalogue();
  const edited = useSegmentDraft({ name: '', rules: tree.rules.length > 0 ? tree : undefined });
  const print = JSON.stringify(edited.counted.tree);
  const told = useRef(print);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    if (told.current === print) return;
    told.current = print;
    tell.current(JSON.parse(print) as RuleGroup);
  }, [print]);
  return <RuleEditor edited={edited} catalogue={catalogue} emptiedId={undefined} />;
}

/** The first rule as a sentence, and how many more there are. */
export function RuleSentence({ tree }: { tree: RuleGroup }) {
  const words = useRuleWords(useRuleCatalogue());
  const [first, ...others] = conditionsOf(tree);
  if (!first) return null;
  return `${words.sentence(first)}${others.length > 0 ? ` +${others.length}` : ''}`;
}

const conditionsOf = (rule: Rule): Condition[] => ('rules' in rule ? rule.rules.flatMap(conditionsOf) : [rule]);
