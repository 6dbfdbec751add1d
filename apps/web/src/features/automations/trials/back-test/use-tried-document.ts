import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type { BackTest } from '@waggle/contracts/automation-trials';
import { useEditor } from '../../editor/editor-context.ts';

/** The document whose steps a back-test went through. */
export function useTriedDocument(of: BackTest['of']): AutomationDocument {
  const { automation, document } = useEditor();
  return of === 'live' ? (automation.published ?? document) : document;
}
