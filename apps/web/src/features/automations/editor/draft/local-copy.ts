import { AutomationDocument } from '@waggle/contracts/automation-document';
import type { LocalCopy } from '#lib/draft-keeper.ts';
import { stored } from '#lib/stored.ts';
import type { AutomationDraft } from '../state/automation-draft.ts';

type Copy = LocalCopy<AutomationDraft>;

const keyOf = (userId: string, automationId: string) => `automation-draft.${userId}.${automationId}`;

/** Unreadable is as good as none: the server has what was saved. */
export function readLocalCopy(userId: string, automationId: string): Copy | undefined {
  const text = stored.read(keyOf(userId, automationId));
  if (text === undefined) return undefined;
  try {
    const { draft, draftNo } = JSON.parse(text) as Copy;
    return { draftNo, draft: { name: draft.name, document: AutomationDocument.parse(draft.document) } };
  } catch {
    return undefined;
  }
}

export function writeLocalCopy(userId: string, automationId: string, copy: Copy | undefined): void {
  stored.write(keyOf(userId, automationId), copy && JSON.stringify(copy));
}
