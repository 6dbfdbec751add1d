import { useMutation } from '@tanstack/react-query';
import { walkAutomation } from '@waggle/contracts/automation-trials';
import { call } from '#lib/api.ts';
import { useEditor } from '../../editor/editor-context.ts';
import type { ChosenContact } from './contact-choice.tsx';

type Asked = { contact: ChosenContact; happens: string[]; toMe: boolean };

/** The draft as it is on screen is what is walked, so it is saved first. */
export function useWalk() {
  const { automation, keeper } = useEditor();
  const walk = useMutation({
    mutationFn: async ({ contact, happens, toMe }: Asked) => {
      await keeper.flush();
      const result = await call(walkAutomation, {
        params: { automationId: automation.id },
        body: { of: 'draft', contactId: contact.id, happens, ...(toMe && { emailTo: 'me' }) },
      });
      return { ...result, contact };
    },
  });
  return { walk, start: (asked: Asked) => walk.mutate(asked) };
}

export type Walked = NonNullable<ReturnType<typeof useWalk>['walk']['data']>;
