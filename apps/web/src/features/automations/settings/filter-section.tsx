import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { Switch } from '#ui/switch.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { RulesPart } from '../inspector/rules-part.tsx';

type FilterSectionProps = {
  label: string;
  description: string;
  value: RuleGroup | null;
  onChange: (filter: RuleGroup | null) => void;
};

/** A filter by the rules of segments, or none. */
export function FilterSection({ label, description, value, onChange }: FilterSectionProps) {
  const { readOnly } = useEditor();
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={label}
        description={description}
        checked={value !== null}
        disabled={readOnly}
        onCheckedChange={(on) => onChange(on ? { match: 'all', rules: [] } : null)}
      />
      {value && (
        <div className="rounded-lg border border-line-strong p-4">
          <RulesPart tree={value} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
