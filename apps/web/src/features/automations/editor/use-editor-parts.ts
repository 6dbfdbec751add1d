import { useQuery } from '@tanstack/react-query';
import { numbersOf } from '@waggle/automations/numbered';
import { problemsOf } from '@waggle/automations/problems';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useHolds } from '#features/accounts/index.ts';
import { useCatalogue } from '../catalogue.ts';
import { figuresQuery } from '../queries.ts';
import { useStepWords } from '../words/use-step-words.ts';
import type { AutomationKeeper, Kept } from './draft/automation-keeper.ts';
import type { Editor } from './editor-context.ts';
import { createCommands } from './state/commands.ts';
import { createEditorStore } from './state/editor-store.ts';
import { useStepEmails } from './use-step-emails.ts';

/** The document being edited, what is selected, and everything that can be done to them. */
function useEditorState(keeper: AutomationKeeper, readOnly: boolean) {
  const [{ store, commands }] = useState(() => {
    const made = createEditorStore(keeper.get().draft);
    return { store: made, commands: createCommands(made) };
  });
  const state = useSyncExternalStore(store.subscribe, store.now);
  useEffect(() => store.lock(readOnly), [store, readOnly]);
  useEffect(() => {
    let last = store.now().history.present;
    return store.subscribe(() => {
      const next = store.now().history.present;
      if (next === last) return;
      last = next;
      keeper.change(next);
    });
  }, [store, keeper]);
  return { state, commands };
}

/** What every part of the editor reads. */
export function useEditorParts(keeper: AutomationKeeper, { record: automation }: Kept): Editor {
  const mayWrite = useHolds('automations:write');
  const readOnly = !mayWrite || automation.isBeyondPlan;
  const { state, commands } = useEditorState(keeper, readOnly);
  const { document } = state.history.present;
  const catalogue = useCatalogue();
  const emails = useStepEmails(document);
  const words = useStepWords({ catalogue, emails, steps: document.steps });
  const numbers = useMemo(() => numbersOf(document.steps), [document.steps]);
  const problems = useMemo(() => problemsOf(document, automation.id), [document, automation.id]);
  const figures = useQuery({ ...figuresQuery(automation.id), enabled: automation.version !== null }).data;
  const byStep = useMemo(() => new Map(figures?.steps.map((step) => [step.stepId, step])), [figures]);
  return {
    automation,
    keeper,
    document,
    state,
    commands,
    mayWrite,
    readOnly,
    catalogue,
    emails,
    words,
    numbers,
    problems,
    figures,
    figuresOf: (stepId) => byStep.get(stepId),
  };
}
