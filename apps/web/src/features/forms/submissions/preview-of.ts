import type { FieldLabel } from '@waggle/contracts/form-submissions';
import type { FormSubmission } from '@waggle/contracts/forms';

/** As the specification has them: fields shown, and characters of each. */
const shownFields = 3;
const shownCharacters = 30;

export const cut = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters)}...` : text;

/** The first answers of a submission with the labels of its version, and how many more there are. */
export function previewOf(data: FormSubmission['data'], fields: readonly FieldLabel[], yes: string) {
  const labels = new Map(fields.map(({ id, label }) => [id, label]));
  const answers = Object.entries(data).map(([id, value]) => ({
    id,
    label: labels.get(id) || id,
    value: cut(value === true ? yes : value),
  }));
  return { answers: answers.slice(0, shownFields), more: Math.max(0, answers.length - shownFields) };
}
