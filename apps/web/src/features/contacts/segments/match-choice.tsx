import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '#ui/segmented-control.tsx';

type Match = RuleGroup['match'];

type MatchChoiceProps = {
  label: string;
  before: string;
  after?: string;
  options: readonly Match[];
  value: Match;
  onChange: (match: Match) => void;
};

/** 'Contacts who match [all|any] of these'. */
export function MatchChoice({ label, before, after, options, value, onChange }: MatchChoiceProps) {
  const { t } = useTranslation('segments');
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
      {before}
      <SegmentedControl
        label={label}
        options={options.map((match) => ({ value: match, label: t(`match.${match}`) }))}
        value={value}
        onValueChange={onChange}
      />
      {after}
    </span>
  );
}
