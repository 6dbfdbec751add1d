import { stored } from '#lib/stored.ts';
import { emptyDraft } from '../state/form-draft.ts';
import type { LocalCopy } from './form-keeper.ts';

const keyOf = (userId: string, formId: string | undefined) => `form-draft.${userId}.${formId ?? 'new'}`;

/** Unreadable is as good as none: the server has what was saved. */
export function readLocalCopy(userId: string, formId: string | undefined): LocalCopy | undefined {
  const text = stored.read(keyOf(userId, formId));
  if (text === undefined) return undefined;
  try {
    const copy = JSON.parse(text) as LocalCopy;
    if (!Array.isArray(copy.draft.fields)) return undefined;
    // One that was kept before a setting existed takes its default.
    const { settings, ...rest } = emptyDraft();
    return { ...copy, draft: { ...rest, ...copy.draft, settings: { ...settings, ...copy.draft.settings } } };
  } catch {
    return undefined;
  }
}

export const writeLocalCopy = (userId: string, formId: string | undefined, copy: LocalCopy | undefined): void =>
  stored.write(keyOf(userId, formId), copy && JSON.stringify(copy));
