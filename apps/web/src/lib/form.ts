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
import { complaintsIn, isShown, treeOf } from './complaints.ts';
import { useReportDirty } from './dirty-form.ts';
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
  // Names of the fields this rendering shows; what is said of anything else belongs to the form as a whole.
  const shown = new Set<string>();
  // Messages are looked up while rendering, so a change of language must render the form again.
  useTranslation();
  const form = useForm<Typed, unknown, Sent>({
    resolver: checkedBy(schema),
    mode: 'onTouched',
    defaultValues,
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });
  useReportDirty(form.formState.isDirty);

  return {
    ...form,
    register: registerCalmly(form),
    /** The failure that belongs to no field. */
    problem,
    clearProblem: () => setProblem(undefined),
    errorOf: (name: Path<Typed>) => {
      shown.add(name);
      return errorOf(form, name, shown);
    },
    submit: (send: (typed: Sent) => Promise<unknown>) =>
      form.handleSubmit(
        async (typed) => {
          setProblem(undefined);
          try {
            await send(typed);
          } catch (error) {
            setProblem(landOnFields(form, error, shown));
          }
        },
        (errors) => setProblem(together(complaintsIn(errors).filter(({ path }) => !isShown(shown, path)))),
      ),
  };
}

let pointerDown = false;
const notePointer = (event: Event) => {
  pointerDown = event.type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) window.addEventListener(type, notePointer, true);

/** A message that appears between pressing and releasing moves the page, and the click misses its button. */
function afterPointer(fn: () => void) {
  if (!pointerDown) return fn();
  window.addEventListener('pointerup', () => setTimeout(fn), { once: true });
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
    return { values: {}, errors: treeOf(checked.error.issues) as FieldErrors<Typed> };
  };

type Form<Typed extends FieldValues, Sent> = UseFormReturn<Typed, unknown, Sent>;

/** What is wrong with a field, or with a part of it that has no field of its own. */
function errorOf<Typed extends FieldValues, Sent>(
  form: Form<Typed, Sent>,
  name: Path<Typed>,
  shown: ReadonlySet<string>,
): string | undefined {
  const complaints = complaintsIn(form.getFieldState(name, form.formState).error, name);
  const message = complaints.find(({ path }) => path === name || !shown.has(path))?.message;
  return message ? translateSentence(message) : undefined;
}

/** Puts each complaint on its field; answers what is left to be told, since no field shows it. */
function landOnFields<Typed extends FieldValues, Sent>(
  form: Form<Typed, Sent>,
  error: unknown,
  shown: ReadonlySet<string>,
): string | undefined {
  const complaints = error instanceof ApiProblem ? Object.entries(error.fields) : [];
  const known = complaints.filter(([path]) => isShown(shown, path));
  for (const [at, [name, message]] of known.entries()) {
    form.setError(name as Path<Typed>, { type: 'server', message }, { shouldFocus: at === 0 });
  }
  if (known.length === 0) return problemText(error);
  const others = complaints.filter(([path]) => !isShown(shown, path));
  return together(others.map(([path, message]) => ({ path, message })));
}

const together = (complaints: readonly { message: string }[]): string | undefined =>
  complaints.length > 0 ? complaints.map(({ message }) => translateSentence(message)).join(' ') : undefined;
