import { type Step, stepsOf } from '@waggle/contracts/automation-document';
import { createStepEmail } from '@waggle/contracts/automations';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';

type Copied = { stepId: string; from: string };

/** Emails of a step and of its lanes, each with the step of the copy. A copy reads in the same order. */
function emailsOf(original: Step, copy: Step): Copied[] {
  const copies = [...stepsOf([copy])];
  return [...stepsOf([original])].flatMap((step, at) =>
    step.kind === 'email' && step.campaignId !== null ? [{ stepId: copies[at]!.id, from: step.campaignId }] : [],
  );
}

/** A step that is duplicated gets emails of its own that say the same. Every step of a drawing asks for it, so it watches nothing. */
export function useCopyEmails(): (original: Step, copy: Step) => void {
  const { t } = useTranslation('automation-editor');
  const { automation, keeper, commands } = useEditor();
  const copyAll = async (emails: readonly Copied[]) => {
    if (emails.length === 0) return;
    // The server knows the steps only once they are saved.
    await keeper.flush();
    const name = t('forms.emailName', { name: keeper.get().draft.name });
    for (const { stepId, from } of emails) {
      const body = { stepId, name, from };
      const { campaignId } = await call(createStepEmail, { params: { automationId: automation.id }, body });
      commands.attachEmail(stepId, campaignId);
    }
  };
  return (original, copy) =>
    void copyAll(emailsOf(original, copy)).catch((error: unknown) =>
      toast({ tone: 'error', title: t('emailNotCopied'), description: problemText(error) }),
    );
}
