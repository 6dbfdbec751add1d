import type { ContactField } from '@waggle/contracts/contact-fields';
import type { StatedConsent } from '@waggle/contracts/contacts';
import type { Import } from '@waggle/contracts/imports';
import type { Tag } from '@waggle/contracts/tags';
import { useEffect, useState } from 'react';
import { keepDraft, readDraft, type PlanAnswers } from './draft.ts';
import { columnOf, firstChoices, type Choice } from './plan.ts';
import { useCheckImport } from './queries.ts';

type Known = { fields: readonly ContactField[]; tags: readonly Tag[] };

export type PlanForm = ReturnType<typeof usePlanForm>;

/** As they were left and not sent, as they were checked before, or as the server guesses. */
const firstAnswers = (found: Import, { fields, tags }: Known): PlanAnswers =>
  readDraft(found) ?? {
    choices: firstChoices(found, fields),
    existing: found.plan?.existing ?? 'keep',
    tags: tags.filter(({ id }) => found.plan?.tagIds?.includes(id)),
    basis: found.plan?.basis ?? '',
    consent: found.plan?.consent ?? (found.plan?.basis ? 'granted' : undefined),
  };

/** The answers of the second step: those of a step that was left and come back to, or the first ones. */
export function usePlanForm(found: Import, known: Known, kept: PlanAnswers | undefined) {
  const check = useCheckImport();
  const { plan } = found;
  const [first] = useState(() => kept ?? firstAnswers(found, known));
  const [answers, setAnswers] = useState(first);
  const [tried, setTried] = useState(false);
  const { choices, existing, tags, basis, consent } = answers;
  const change = (changed: Partial<PlanAnswers>) => setAnswers((now) => ({ ...now, ...changed }));
  useEffect(() => {
    if (answers !== first) keepDraft(found, answers);
  }, [answers, first, found]);

  const asked = found.kind === 'contacts';
  const missing = {
    email: !choices.includes('email'),
    consent: asked && consent === undefined,
    basis: asked && consent !== 'not_asked' && basis.trim() === '',
  };
  // A file without a column of addresses is told at once; the rest only to somebody who wants to go on.
  const errors = { ...missing, consent: tried && missing.consent, basis: tried && missing.basis };

  const submit = async (): Promise<boolean> => {
    setTried(true);
    if (missing.email || missing.consent || missing.basis) return false;
    const toSend = {
      columns: choices.map(columnOf),
      existing,
      status: plan?.status ?? 'active',
      tagIds: tags.map(({ id }) => id),
      ...(asked && { consent, basis: consent === 'granted' ? basis.trim() : '' }),
      fixes: plan?.fixes ?? [],
    };
    const sent = await check.mutateAsync({ importId: found.id, plan: toSend }).catch(() => undefined);
    // The server keeps them from here on.
    if (sent !== undefined) keepDraft(found, undefined);
    return sent !== undefined;
  };

  return {
    answers,
    choices,
    choose: (at: number, choice: Choice) =>
      setAnswers((now) => ({ ...now, choices: now.choices.map((one, other) => (other === at ? choice : one)) })),
    existing,
    setExisting: (chosen: PlanAnswers['existing']) => change({ existing: chosen }),
    tags,
    setTags: (chosen: PlanAnswers['tags']) => change({ tags: chosen }),
    basis,
    /** Whoever says how they agreed says that they did. */
    setBasis: (typed: string) => change({ basis: typed, consent: 'granted' }),
    consent,
    setConsent: (chosen: StatedConsent) => change({ consent: chosen }),
    errors,
    check,
    submit,
  };
}
