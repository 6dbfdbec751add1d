import type { FormFunnel } from '@waggle/contracts/forms';

type Step = { id: string; label: string; answered: number; left: number };

/**
 * Who reached the next field has answered this one, or passed it. Those who left at the last one reached it and sent nothing. Fields that a
 * condition hides are reached by few, so nobody counts as lost who came further.
 */
export function stepsOf({
  fields,
  starts,
  completions,
}: Pick<FormFunnel, 'fields' | 'starts' | 'completions'>): Step[] {
  const beyond = fields.map((_, at) =>
    Math.min(starts, Math.max(completions, ...fields.slice(at + 1).map(({ reached }) => reached))),
  );
  return fields.map(({ id, label }, at) => {
    const came = at === 0 ? starts : beyond[at - 1]!;
    const answered = Math.min(beyond[at]!, came);
    return { id, label, answered, left: came - answered };
  });
}
