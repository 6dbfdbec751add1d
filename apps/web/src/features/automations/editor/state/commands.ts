import type { AutomationDocument, ForkStep, Lane, Step, StepKind } from '@waggle/contracts/automation-document';
import { stepsOf } from '@waggle/contracts/automation-document';
import * as edits from '@waggle/automations/commands';
import { makeStep } from '@waggle/automations/make-step';
import { moveStep } from '@waggle/automations/move-step';
import type { Place } from '@waggle/automations/steps';
import { type EditorStore, triggersId } from './editor-store.ts';
import { newStepId } from '#lib/step-id.ts';

/** Everything that can be done in the editor; each returns at once and says whether anything changed. */
export function createCommands(store: EditorStore) {
  const now = (): AutomationDocument => store.now().history.present.document;
  const edit = (
    how: (document: AutomationDocument) => AutomationDocument,
    more: Parameters<EditorStore['edit']>[1] = {},
  ): boolean => store.edit((draft) => ({ ...draft, document: how(draft.document) }), more);
  const inOrder = (): string[] => [triggersId, ...[...stepsOf(now().steps)].map(({ id }) => id)];

  return {
    rename: (name: string) => store.edit((draft) => ({ ...draft, name }), { run: 'name' }),
    set: (patch: Partial<AutomationDocument>) =>
      edit((document) => ({ ...document, ...patch }), { run: Object.keys(patch).join(' ') }),
    /** False where the automation is full, or the place too deep. */
    insert(kind: StepKind, place: Place, field?: string): boolean {
      const step = makeStep(kind, newStepId, field);
      return edit((document) => edits.insertStep(document, step, place), { select: step.id, focus: true });
    },
    /** Puts a condition around a step and those below it. */
    wrap(stepId: string): boolean {
      const fork = makeStep('if', newStepId) as ForkStep;
      return edit((document) => edits.wrapStep(document, stepId, fork), { select: fork.id, focus: true });
    },
    change: (stepId: string, patch: object) =>
      edit((document) => edits.changeStep(document, stepId, patch), {
        run: `${stepId} ${Object.keys(patch).join(' ')}`,
      }),
    changeLane: (laneId: string, patch: Partial<Pick<Lane, 'name' | 'weight'>>) =>
      edit((document) => edits.changeLane(document, laneId, patch), {
        run: `${laneId} ${Object.keys(patch).join(' ')}`,
      }),
    addLane: (stepId: string, name: string) => edit((document) => edits.addLane(document, stepId, newStepId, name)),
    removeLane: (stepId: string, laneId: string) => edit((document) => edits.removeLane(document, stepId, laneId)),
    move: (stepId: string, by: 1 | -1) =>
      edit((document) => moveStep(document, stepId, by), { select: stepId, focus: true }),
    /** Gives the copy; undefined where the automation is full. Emails of the copy are still to be made. */
    duplicate(stepId: string): Step | undefined {
      const before = new Set(inOrder());
      if (!edit((document) => edits.duplicateStep(document, stepId, newStepId))) return undefined;
      const made = [...stepsOf(now().steps)].find(({ id }) => !before.has(id));
      if (made) store.select(made.id, true);
      return made;
    },
    /** Belongs to the step that was made: what undoes the step undoes it too. */
    attachEmail: (stepId: string, campaignId: string) =>
      store.amend((draft) => ({ ...draft, document: edits.changeStep(draft.document, stepId, { campaignId }) })),
    remove(stepId: string): boolean {
      const order = inOrder();
      const above = order[order.indexOf(stepId) - 1] ?? triggersId;
      return edit((document) => edits.removeStep(document, stepId), { select: above, focus: true });
    },
    select: store.select,
    /** Along the order in which steps are read. */
    selectNext(from: string | null, by: 1 | -1): void {
      const order = inOrder();
      const next = order[from === null ? 0 : order.indexOf(from) + by];
      if (next) store.select(next, true);
    },
    load: store.load,
    undo: store.undo,
    redo: store.redo,
    focused: store.focused,
  };
}

export type EditorCommands = ReturnType<typeof createCommands>;
