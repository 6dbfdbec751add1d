import type { FormDefinition, FormField } from '@waggle/contracts/form-definition';
import { fieldsInOrder, pagesOf } from '@waggle/forms/pages';
import { isSame } from '#lib/same-value.ts';

type FieldPart = Exclude<keyof FormField, 'id'>;
/** `pages` stands for their order, titles and number. */
export type FormPart = keyof FormDefinition['settings'] | 'tagIds' | 'allowedOrigins' | 'pages';

export type FieldChange =
  /** `after` is the label of the field before it; null at the top. */
  | { kind: 'added'; field: FormField; after: string | null }
  | { kind: 'removed'; field: FormField }
  | { kind: 'moved'; field: FormField; after: string | null }
  | { kind: 'changed'; field: FormField; before: FormField; parts: FieldPart[] };

export type FormChange = { kind: 'form'; part: FormPart; before: unknown; after: unknown };
export type Change = FieldChange | FormChange;

/** What visitors and the team get with a draft that the published version does not have, in the order of the form. */
export function diffOf(published: FormDefinition, draft: FormDefinition): Change[] {
  return [...fieldChanges(published, draft), ...formChanges(published, draft)];
}

function fieldChanges(published: FormDefinition, draft: FormDefinition): FieldChange[] {
  const before = fieldsInOrder(published);
  const after = fieldsInOrder(draft);
  const known = new Map(before.map((field) => [field.id, field]));
  const kept = new Set(after.map(({ id }) => id));
  const moved = movedIds(placed(published), placed(draft));
  const changes = after.flatMap((field, index): FieldChange[] => {
    const old = known.get(field.id);
    const above = after[index - 1]?.label ?? null;
    if (!old) return [{ kind: 'added', field, after: above }];
    const parts = (Object.keys(field) as (keyof FormField)[]).filter(
      (part): part is FieldPart => part !== 'id' && !isSame(field[part], old[part]),
    );
    return [
      ...(parts.length > 0 ? [{ kind: 'changed', field, before: old, parts } as const] : []),
      ...(moved.has(field.id) ? [{ kind: 'moved', field, after: above } as const] : []),
    ];
  });
  const removed = before.filter(({ id }) => !kept.has(id)).map((field) => ({ kind: 'removed', field }) as const);
  return [...changes, ...removed];
}

type Placed = { id: string; page: string };

const placed = (definition: FormDefinition): Placed[] =>
  pagesOf(definition).flatMap(({ id, fields }, index) =>
    // The only page of a form has no lasting id.
    fields.map((field) => ({ id: field.id, page: index === 0 ? 'first' : id })),
  );

/** The fewest fields whose move explains the new order, and those on another page. */
function movedIds(before: readonly Placed[], after: readonly Placed[]): Set<string> {
  const places = new Map(before.map(({ id, page }, index) => [id, { index, page }]));
  const common = after.filter(({ id }) => places.has(id));
  const stays = longestRising(common.map(({ id }) => places.get(id)!.index));
  return new Set(
    common.filter(({ id, page }, at) => !stays.has(at) || places.get(id)!.page !== page).map(({ id }) => id),
  );
}

/** Places of a longest run of numbers that only rise; at most a hundred of them, so that pairs may be compared. */
function longestRising(numbers: readonly number[]): Set<number> {
  const best: { length: number; before: number }[] = [];
  for (const [at, number] of numbers.entries()) {
    let own = { length: 1, before: -1 };
    for (let earlier = 0; earlier < at; earlier += 1)
      if (numbers[earlier]! < number && best[earlier]!.length >= own.length)
        own = { length: best[earlier]!.length + 1, before: earlier };
    best.push(own);
  }
  const run = new Set<number>();
  let at = best.reduce((top, { length }, index) => (length > (best[top]?.length ?? 0) ? index : top), -1);
  for (; at !== -1; at = best[at]!.before) run.add(at);
  return run;
}

function formChanges(published: FormDefinition, draft: FormDefinition): FormChange[] {
  const settings = (Object.keys(draft.settings) as (keyof FormDefinition['settings'])[]).map((part) => ({
    kind: 'form' as const,
    part,
    before: published.settings[part],
    after: draft.settings[part],
  }));
  const titles = ({ pages }: FormDefinition) => pages.map(({ title }) => title);
  return [
    ...settings,
    { kind: 'form' as const, part: 'pages' as const, before: titles(published), after: titles(draft) },
    { kind: 'form' as const, part: 'tagIds' as const, before: published.tagIds, after: draft.tagIds },
    {
      kind: 'form' as const,
      part: 'allowedOrigins' as const,
      before: published.allowedOrigins,
      after: draft.allowedOrigins,
    },
  ].filter(({ before, after }) => !isSame(before, after));
}
