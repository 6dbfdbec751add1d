import type { FormDefinition, FormField, VisibleWhen } from '@waggle/contracts/form-definition';
import { fieldsInOrder } from './pages.ts';

/** An answer as it is kept: text, or true for what was ticked. What was not answered is not there. */
export type Answer = string | true;
export type Answers = ReadonlyMap<string, Answer>;

/** Text is compared as people read it: without capitals and the spaces around it. */
const plain = (text: string) => text.trim().toLowerCase();

function holds({ fieldId, op, value }: VisibleWhen['conditions'][number], answers: Answers): boolean {
  const answer = answers.get(fieldId);
  if (op === 'isAnswered') return answer !== undefined;
  if (op === 'isNotAnswered') return answer === undefined;
  const text = typeof answer === 'string' ? plain(answer) : '';
  if (op === 'contains') return value !== '' && text.includes(plain(value));
  return (text === plain(value)) === (op === 'is');
}

export function isVisible({ visibleWhen }: Pick<FormField, 'visibleWhen'>, answers: Answers): boolean {
  if (!visibleWhen) return true;
  const { match, conditions } = visibleWhen;
  return match === 'all'
    ? conditions.every((condition) => holds(condition, answers))
    : conditions.some((condition) => holds(condition, answers));
}

/**
 * The fields people see with these answers. What a field that is not shown once said counts for nothing: a condition may
 * only look at fields before it, so one pass in their order is enough.
 */
export function visibleFields(definition: Pick<FormDefinition, 'fields' | 'pages'>, answers: Answers): FormField[] {
  const seen = new Map<string, Answer>();
  return fieldsInOrder(definition).filter((field) => {
    if (!isVisible(field, seen)) return false;
    const answer = answers.get(field.id);
    if (answer !== undefined) seen.set(field.id, answer);
    return true;
  });
}
