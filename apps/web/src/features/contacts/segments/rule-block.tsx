import { useMemo } from 'react';
import { QueryBuilderStateProvider, useQueryBuilder, type RuleGroupType, type RuleType } from 'react-querybuilder';
import { BaseDepth, useBuilder } from './builder-context.ts';
import { fieldGroups, firstValueOf, kindOf, operatorsOf } from './rule-fields.ts';
import { RuleGroupBox } from './rule-group-box.tsx';
import { nextRuleId, type GroupDraft } from './rule-query.ts';

const controlElements = { ruleGroup: RuleGroupBox };
const combinators = ['all', 'any', 'none'].map((name) => ({ name, label: name }));
const root: number[] = [];

type RuleBlockProps = {
  draft: GroupDraft;
  onChange: (draft: GroupDraft) => void;
  /** How deep this half lies in the whole tree. */
  depth: number;
};

/** One half of the builder. The library keeps the query; every control is ours. */
export function RuleBlock({ depth, ...rules }: RuleBlockProps) {
  return (
    <BaseDepth value={depth}>
      <QueryBuilderStateProvider>
        <Rules {...rules} />
      </QueryBuilderStateProvider>
    </BaseDepth>
  );
}

/** Without the library's own frame: that is a second, nameless form on the page. */
function Rules({ draft, onChange }: Omit<RuleBlockProps, 'depth'>) {
  const { catalogue } = useBuilder();
  const { fields: custom, typeOf } = catalogue;
  const fields = useMemo(() => {
    const own = Object.values(fieldGroups).flat() as string[];
    return [...own, ...custom.map(({ key }) => `custom.${key}`)].map((name) => ({ name, label: name, value: name }));
  }, [custom]);
  const operators = (field: string) => operatorsOf(field, kindOf(field, typeOf));
  const firstValue = ({ field }: RuleType) => firstValueOf(field, kindOf(field, typeOf));

  const { schema, actions, rootGroup, translations } = useQueryBuilder({
    query: draft as RuleGroupType,
    onQueryChange: (query) => onChange(query as GroupDraft),
    fields,
    combinators,
    controlElements,
    idGenerator: nextRuleId,
    getDefaultField: 'tag',
    getOperators: (field) => operators(field).map((name) => ({ name, label: name, value: name })),
    getDefaultOperator: (field) => operators(field)[0] ?? 'is',
    getDefaultValue: firstValue,
    enableMountQueryChange: false,
  });
  return <RuleGroupBox path={root} ruleGroup={rootGroup} {...{ schema, actions, translations }} />;
}
