import { invalidInput } from '@waggle/contracts/invalid-input';
import { useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegister,
  type UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ApiProblem } from './api.ts';
import { translateSentence } from './i18n.ts';
import { problemText } from './problem-text.ts';

type Options<Typed extends FieldValues> = {
  defaultValues: DefaultValues<Typed>;
  /** Keeps the form equal to what the server last said, as long as nobody typed. */
  values?: Typed | undefined;
};

/** A form checked by its contract: on blur first, then on each change; the server's answer lands on its fields. */
export function useContractForm<Typed extends FieldValues, Sent>(
  schema: z.ZodType<Sent, Typed>,
  { defaultValues, values }: Options<Typed>,
) {
  const [problem, setProblem] = useState<string>();
  // Messages are looked up while rendering, so a change of language must render the form again.
  useTranslation();
  const form = useForm<Typed, unknown, Sent>({
    resolver: checkedBy(schema),
    mode: 'onTouched',
    defaultValues,
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });

  return {
    ...form,
    register: registerCalmly(form),
    /** The failure that belongs to no field. */
    problem,
    clearProblem: () => setProblem(undefined),
    errorOf: (name: Path<Typed>) => errorOf(form, name),
    submit: (send: (typed: Sent) => Promise<unknown>) =>
      form.handleSubmit(async (typed) => {
        setProblem(undefined);
        try {
          await send(typed);
        } catch (error) {
          if (!landOnFields(form, error)) setProblem(problemText(error));
        }
      }),
  };
}

let pointerDown = false;
const notePointer = (event: Event) => {
  pointerDown = event.type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) window.addEventListener(type, notePointer, true);

/** A message that appears between pressing and releasing moves the page, and the click misses its button. */
function afterPointer(deed: () => void) {
  if (!pointerDown) return deed();
  window.addEventListener('pointerup', () => setTimeout(deed), { once: true });
}

/** Nobody is told off for leaving a field empty on the way to another one; submitting does that. */
function registerCalmly<Typed extends FieldValues, Sent>(
  form: UseFormReturn<Typed, unknown, Sent>,
): UseFormRegister<Typed> {
  return (name, options) => {
    const field = form.register(name, options);
    const onBlur: typeof field.onBlur = async (event: { target: HTMLInputElement }) => {
      const { target } = event;
      if (target.value === '' && !form.formState.isSubmitted) return;
      afterPointer(() => void field.onBlur({ target, type: 'blur' }));
    };
    return { ...field, onBlur };
  };
}

/** The first complaint about each field, as the form library wants it. */
const checkedBy =
  <Typed extends FieldValues, Sent>(schema: z.ZodType<Sent, Typed>): Resolver<Typed, unknown, Sent> =>
  (typed) => {
    const checked = schema.safeParse(typed, { error: invalidInput });
    if (checked.success) return { values: checked.data, errors: {} };

    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of checked.error.issues) errors[path.join('.')] ??= { type: code, message };
    return { values: {}, errors: errors as FieldErrors<Typed> };
  };

function errorOf<Typed extends FieldValues, Sent>(form: UseFormReturn<Typed, unknown, Sent>, name: Path<Typed>) {
  const message = form.getFieldState(name, form.formState).error?.message;
  return message ? translateSentence(message) : undefined;
}

function landOnFields<Typed extends FieldValues, Sent>(form: UseFormReturn<Typed, unknown, Sent>, error: unknown) {
  if (!(error instanceof ApiProblem)) return false;
  const known = Object.entries(error.fields).filter(([name]) => name in form.getValues());
  for (const [at, [name, message]] of known.entries()) {
    form.setError(name as Path<Typed>, { type: 'server', message }, { shouldFocus: at === 0 });
  }
  return known.length > 0;
}
