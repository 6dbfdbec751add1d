import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type { Automation } from '@waggle/contracts/automations';

/** What a person edits: the document and the name the team knows it by. */
export type AutomationDraft = { name: string; document: AutomationDocument };

export const draftOf = ({ name, draft }: Pick<Automation, 'name' | 'draft'>): AutomationDraft => ({
  name,
  document: draft,
});
