import type { RuleType } from 'react-querybuilder';

export type RuleValueProps = {
  rule: RuleType;
  number: number;
  invalid: boolean;
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
};
