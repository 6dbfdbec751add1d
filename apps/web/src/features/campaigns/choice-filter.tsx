import { useFormat } from '#lib/format.ts';
import { Count } from '#ui/badge.tsx';

type Choice<Value extends string> = { value: Value | undefined; label: string; count: number | undefined };

type ChoiceFilterProps<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  chosen: Value | undefined;
  onChoose: (value: Value | undefined) => void;
};

/** One state of a list, each with how many rows are in it; undefined is all of them. */
export function ChoiceFilter<Value extends string>({ label, choices, chosen, onChoose }: ChoiceFilterProps<Value>) {
  const { number } = useFormat();
  return (
    <div role="group" aria-label={label} className="flex min-w-0 gap-1 overflow-x-auto">
      {choices.map(({ value, label: name, count }) => (
        <button
          key={value ?? 'all'}
          type="button"
          aria-pressed={value === chosen}
          className="flex h-8 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-fill aria-pressed:font-[550] aria-pressed:text-ink coarse:min-h-(--target-touch)"
          onClick={() => onChoose(value)}
        >
          {name}
          {count !== undefined && <Count>{number(count)}</Count>}
        </button>
      ))}
    </div>
  );
}
