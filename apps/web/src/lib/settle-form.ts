import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { isSame } from './same-value.ts';

type Form<Typed extends FieldValues> = Pick<UseFormReturn<Typed>, 'getValues' | 'reset' | 'setValue'>;

/** Call when a form is sent. What it answers is called once it is saved: the form is as it was saved, but for what was typed meanwhile. */
export function sending<Typed extends FieldValues>(form: Form<Typed>): (saved: Typed) => void {
  const sent = { ...form.getValues() };
  return (saved) => {
    const now = { ...form.getValues() };
    form.reset(saved);
    for (const name of Object.keys(now) as (Path<Typed> & keyof Typed)[])
      if (!isSame(now[name], sent[name])) form.setValue(name, now[name], { shouldDirty: true });
  };
}
