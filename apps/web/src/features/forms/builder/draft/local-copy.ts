import type { LocalCopy } from '#lib/draft-keeper.ts';
import { stored } from '#lib/stored.ts';
import { emptyDraft, type FormDraft } from '../state/form-draft.ts';

type Copy = LocalCopy<FormDraft>;
/** As it is written down. */
type Written = { draft: FormDraft; draftVersion: number | null };

const keyOf = (userId: string, formId: string | undefined) => `form-draft.${userId}.${formId ?? 'new'}`;

/** Unreadable is as good as none: the server has what was saved. */
export function readLocalCopy(userId: string, formId: string | undefined): Copy | undefined {
  const text = stored.read(keyOf(userId, formId));
  if (text === undefined) return undefined;
  try {
    const { draft, draftVersion } = JSON.parse(text) as Written;
    if (!Array.isArray(draft.fields)) return undefined;
    // One that was kept before a setting existed takes its default.
    const { settings, ...rest } = emptyDraft();
    return { draftNo: draftVersion, draft: { ...rest, ...draft, settings: { ...settings, ...draft.settings } } };
  } catch {
    return undefined;
  }
}

export function writeLocalCopy(userId: string, formId: string | undefined, copy: Copy | undefined): void {
  const written: Written | undefined = copy && { draft: copy.draft, draftVersion: copy.draftNo };
  stored.write(keyOf(userId, formId), written && JSON.stringify(written));
}
