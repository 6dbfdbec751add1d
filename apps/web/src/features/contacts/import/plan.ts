import type { ContactField } from '@waggle/contracts/contact-fields';
import type { ColumnPlan, Import } from '@waggle/contracts/imports';

/** What a column becomes, as one value of a select: a target, or `custom:` and the key of the field. */
export type Choice = Exclude<ColumnPlan['to'], 'custom'> | `custom:${string}`;

const custom = 'custom:';
/** Many columns may be tags, and any number is left out; everything else takes one column. */
const shared: readonly Choice[] = ['tags', 'skip'];

export const choiceOf = ({ to, key }: ColumnPlan): Choice => (to === 'custom' ? `custom:${key ?? ''}` : to);

export function columnOf(choice: Choice): ColumnPlan {
  if (choice.startsWith(custom)) return { to: 'custom', key: choice.slice(custom.length) };
  return { to: choice as Exclude<ColumnPlan['to'], 'custom'> };
}

/** What was planned before, else what the server guesses, without fields that are gone and without doubles. */
export function firstChoices({ columns, plan, kind }: Import, fields: readonly ContactField[]): Choice[] {
  const known = new Set(fields.map(({ key }) => `${custom}${key}`));
  const taken = new Set<Choice>();
  return (columns ?? []).map(({ guess }, at) => {
    const choice = choiceOf(plan?.columns[at] ?? guess);
    const gone = choice.startsWith(custom) && !known.has(choice);
    const beside = kind === 'suppressions' && choice !== 'email';
    if (gone || beside || isTaken(taken, choice)) return 'skip';
    taken.add(choice);
    return choice;
  });
}

const isTaken = (taken: ReadonlySet<Choice>, choice: Choice) => !shared.includes(choice) && taken.has(choice);

/** The column that already has a target, so that no second one can. */
export const holderOf = (choices: readonly Choice[], choice: Choice, at: number): number | undefined => {
  if (shared.includes(choice)) return undefined;
  const holder = choices.findIndex((one, other) => one === choice && other !== at);
  return holder === -1 ? undefined : holder;
};

export type ColumnState = 'matched' | 'skipped' | 'newTag';

/** Beside each column: a tag nobody has yet is worth a word, everything else is matched or left out. */
export function stateOf(choice: Choice, samples: readonly string[], tagNames: readonly string[]): ColumnState {
  if (choice === 'skip') return 'skipped';
  if (choice !== 'tags') return 'matched';
  const known = new Set(tagNames.map((name) => name.toLowerCase()));
  const all = samples.flatMap((sample) => sample.split(/[;,]/)).map((name) => name.trim().toLowerCase());
  return all.every((name) => name === '' || known.has(name)) ? 'matched' : 'newTag';
}

type Fix = { row: number; email: string };

/** A row corrected twice keeps the last correction. */
export function withFixes(earlier: readonly Fix[], later: readonly Fix[]): Fix[] {
  const byRow = new Map([...earlier, ...later].map((fix) => [fix.row, fix]));
  return [...byRow.values()].sort((one, other) => one.row - other.row);
}
