import { type Form, saveFormDraft } from '@waggle/contracts/forms';
import type { DraftKeeper, Kept as KeptDraft } from '#lib/draft-keeper.ts';
import { definitionOf, type FormDraft } from '../state/form-draft.ts';

export type FormKeeper = DraftKeeper<Form | undefined, FormDraft>;
export type Kept = KeptDraft<Form | undefined, FormDraft>;

/** Why the server would refuse a draft, by the path of the field; empty where it would not. */
export function complaintsOf(draft: FormDraft): Record<string, string> {
  const { error } = saveFormDraft.body.safeParse({ ...definitionOf(draft), name: draft.name });
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]));
}
