import { parser } from '@prometheus-io/lezer-promql';

type Matcher = { label: string; isRegex: boolean; isNegative: boolean; value: string };
export type Selector = { metric: string; matchers: Matcher[] };
export type Expression = {
  selectors: Selector[];
  /** Labels that results are grouped or matched by. */
  grouped: string[];
};

/** What an expression asks for, read by the grammar of Prometheus itself. Throws where it is not PromQL. */
export function readExpression(text: string): Expression {
  const selectors: Selector[] = [];
  const grouped: string[] = [];
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  let parent = '';
  parser.parse(text).iterate({
    enter({ node }) {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${text}`);
      if (node.name === 'GroupingLabels') parent = node.name;
      if (node.name === 'LabelName' && parent === 'GroupingLabels') grouped.push(textOf(node));
      if (node.name !== 'VectorSelector') return true;
      const name = node.getChild('Identifier');
      const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => {
        const [label, op, value] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) => {
          const found = matcher.getChild(part);
          return found ? textOf(found) : '';
        });
        return {
          label: label!,
          isRegex: op!.endsWith('~'),
          isNegative: op!.startsWith('!'),
          value: value!.slice(1, -1),
        };
      });
      selectors.push(...byName(name ? textOf(name) : '', matchers));
      return false;
    },
    leave({ name }) {
      if (name === 'GroupingLabels') parent = '';
    },
  });
  return { selectors, grouped };
}

/** `{__name__=~"a|b"}` asks for two metrics. */
function byName(metric: string, matchers: Matcher[]): Selector[] {
  const named = matchers.find(({ label }) => label === '__name__');
  if (!named) return [{ metric, matchers }];
  const others = matchers.filter((matcher) => matcher !== named);
  return named.value.split('|').map((name) => ({ metric: name, matchers: others }));
}

export const matches = ({ isRegex, isNegative, value }: Matcher, found: string): boolean =>
  (isRegex ? new RegExp(`^(?:${value})$`).test(found) : value === found) !== isNegative;
