import { type Automation, saveAutomationDraft } from '@waggle/contracts/automations';
import type { DraftKeeper, Kept as KeptDraft } from '#lib/draft-keeper.ts';
import type { AutomationDraft } from '../state/automation-draft.ts';

export type AutomationKeeper = DraftKeeper<Automation, AutomationDraft>;
export type Kept = KeptDraft<Automation, AutomationDraft>;

/** Why the server would refuse a draft, by the path of the field; empty where it would not. */
export function complaintsOf(draft: AutomationDraft): Record<string, string> {
  const { error } = saveAutomationDraft.body.safeParse(draft);
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]));
}
