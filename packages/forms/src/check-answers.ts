import type { FormDefinition, FormField } from '@waggle/contracts/form-definition';
import { type AnswerError, readAnswer } from './answer.ts';
import { fieldsInOrder } from './pages.ts';
import { type Answer, isVisible } from './visible.ts';

export type Checked = {
  /** In the order of the fields; only of fields that are shown. */
  answers: Map<string, Answer>;
  errors: Map<string, AnswerError>;
  /** Keys that name no field of the form. */
  unknown: string[];
};

/** Keys of the first calls beside the fields. What they say is read from the fields. */
const derivedKeys = new Set(['email', 'firstName', 'lastName', 'phone']);

/**
 * Checks what somebody typed, the same way in the browser and on the server. `typed` is a Map: keys of a plain object could
 * be names of its prototype.
 */
export function checkAnswers(
  definition: Pick<FormDefinition, 'fields' | 'pages'>,
  typed: ReadonlyMap<string, unknown>,
): Checked {
  const fields = fieldsInOrder(definition);
  const { answers, errors } = checkFields(fields, typed, new Map());
  const known = new Set(fields.map(({ id }) => id));
  const unknown = [...typed.keys()].filter((key) => !known.has(key) && !derivedKeys.has(key));
  return { answers, errors, unknown };
}

/** Some of the fields, as on one page of several; `before` was answered on earlier ones. */
export function checkFields(
  fields: readonly FormField[],
  typed: ReadonlyMap<string, unknown>,
  before: ReadonlyMap<string, Answer>,
): Omit<Checked, 'unknown'> {
  const seen = new Map(before);
  const answers = new Map<string, Answer>();
  const errors = new Map<string, AnswerError>();
  for (const field of fields) {
    if (!isVisible(field, seen)) continue;
    const read = readAnswer(field, typed.get(field.id));
    if ('error' in read) errors.set(field.id, read.error);
    else if (read.answer !== undefined) {
      answers.set(field.id, read.answer);
      seen.set(field.id, read.answer);
    }
  }
  return { answers, errors };
}
