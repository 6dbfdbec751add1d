import { moveStep } from '@waggle/automations/move-step';
import { findStep, forkOf, placeOf } from '@waggle/automations/steps';
import { numbersOf } from '@waggle/automations/numbered';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { useFormat } from '#lib/format.ts';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useCopyEmails } from './use-copy-emails.ts';

/** What can be done to a step, and what is said about it. */
export function useStepActions() {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { commands, document, words, figuresOf } = useEditor();
  const copyEmails = useCopyEmails();
  const titleOf = (stepId: string): string => {
    const step = findStep(document.steps, stepId);
    return step ? `${words.kind(step.kind)}: ${words.title(step)}` : '';
  };
  return {
    move(stepId: string, by: 1 | -1): void {
      const next = moveStep(document, stepId, by);
      if (!commands.move(stepId, by)) return announce(t('announce.end'));
      const place = placeOf(next.steps, stepId);
      const found = place?.lane ? forkOf(next.steps, place.lane) : undefined;
      const shown = { title: titleOf(stepId), number: number(numbersOf(next.steps).get(stepId) ?? 0) };
      announce(
        found
          ? t('announce.movedInto', { ...shown, lane: words.laneName(found.fork, found.at) })
          : t('announce.moved', shown),
      );
    },
    duplicate(stepId: string): void {
      const original = findStep(document.steps, stepId);
      const copy = commands.duplicate(stepId);
      announce(t(copy ? 'announce.duplicated' : 'announce.full', { title: titleOf(stepId), kind: '' }));
      if (original && copy) copyEmails(original, copy);
    },
    /** Nobody inside is touched before it is published: then what becomes of them is asked. */
    remove(stepId: string): void {
      const title = titleOf(stepId);
      const here = figuresOf(stepId)?.here ?? 0;
      if (!commands.remove(stepId)) return;
      toast({
        title: t('deleted'),
        description: here > 0 ? t('deletedHere', { count: here, shown: number(here) }) : title,
        action: { label: t('undo'), onAction: commands.undo, undo: true },
      });
    },
  };
}
