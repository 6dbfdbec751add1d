import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Import } from '@waggle/contracts/imports';
import type { Tag } from '@waggle/contracts/tags';
import { useState } from 'react';
import { columnOf, firstChoices, type Choice } from './plan.ts';
import { useCheckImport } from './queries.ts';

type Known = { fields: readonly ContactField[]; tags: readonly Tag[] };
type ChosenTag = Pick<Tag, 'id' | 'name' | 'color'>;

export type PlanForm = ReturnType<typeof usePlanForm>;

/** The answers of the second step, filled in from an earlier check where there was one. */
export function usePlanForm(found: Import, { fields, tags }: Known) {
  const check = useCheckImport();
  const { plan } = found;
  const [choices, setChoices] = useState<Choice[]>(() => firstChoices(found, fields));
  const [existing, setExisting] = useState(plan?.existing ?? 'keep');
  const [chosenTags, setTags] = useState<ChosenTag[]>(() => tags.filter(({ id }) => plan?.tagIds?.includes(id)));
  const [basis, setBasis] = useState(plan?.basis ?? '');
  const [agreed, setAgreed] = useState(Boolean(plan?.basis));
  const [tried, setTried] = useState(false);

  const asked = found.kind === 'contacts';
  const missing = {
    email: !choices.includes('email'),
    agreed: asked && !agreed,
    basis: asked && basis.trim() === '',
  };
  // A file without a column of addresses is told at once; the rest only to somebody who wants to go on.
  const errors = { ...missing, agreed: tried && missing.agreed, basis: tried && missing.basis };

  const submit = async (): Promise<boolean> => {
    setTried(true);
    if (missing.email || missing.agreed || missing.basis) return false;
    const toSend = {
      columns: choices.map(columnOf),
      existing,
      status: plan?.status ?? 'active',
      tagIds: chosenTags.map(({ id }) => id),
      basis: basis.trim(),
      fixes: plan?.fixes ?? [],
    };
    const sent = await check.mutateAsync({ importId: found.id, plan: toSend }).catch(() => undefined);
    return sent !== undefined;
  };

  return {
    choices,
    choose: (at: number, choice: Choice) => setChoices((now) => now.map((one, other) => (other === at ? choice : one))),
    existing,
    setExisting,
    tags: chosenTags,
    setTags,
    basis,
    setBasis,
    agreed,
    setAgreed,
    errors,
    check,
    submit,
  };
}
