import { numbersOf } from '@waggle/automations/numbered';
import { findStep, forkOf, placeOf } from '@waggle/automations/steps';
import type { AutomationDocument, Step } from '@waggle/contracts/automation-document';
import type { AutomationComparison } from '@waggle/contracts/automation-versions';
import { useEditor } from '../editor/editor-context.ts';
import { type StepEmails, type StepWords, useStepWords } from '../words/use-step-words.ts';
import { useChangeWords } from './use-change-words.ts';

/** One of the two documents, with what is needed to put it into words. */
export type Side = {
  name: string;
  document: AutomationDocument;
  words: StepWords;
  stepOf: (stepId: string) => Step | undefined;
  numberOf: (stepId: string) => number | undefined;
  subjectOf: (stepId: string) => string | undefined;
  /** The way in which it stands; undefined for steps of the automation itself. */
  laneOf: (stepId: string) => string | undefined;
  depthOf: (stepId: string) => number;
};
export type Sides = { before: Side; after: Side };

export function useSides({ from, to }: AutomationComparison): Sides {
  return { before: useSide(from), after: useSide(to) };
}

function useSide({ version, document, emails }: AutomationComparison['from']): Side {
  const { catalogue } = useEditor();
  const { nameOf } = useChangeWords();
  const { steps } = document;
  const subjects = new Map(emails.map(({ stepId, subject }) => [stepId, subject]));
  const stepOf = (stepId: string) => findStep(steps, stepId);
  const words = useStepWords({ catalogue, emails: emailsOf(subjects, stepOf), steps });
  const numbers = numbersOf(steps);
  return {
    name: nameOf(version),
    document,
    words,
    stepOf,
    numberOf: (stepId) => numbers.get(stepId),
    subjectOf: (stepId) => subjects.get(stepId),
    laneOf: (stepId) => {
      const lane = placeOf(steps, stepId)?.lane;
      const found = lane ? forkOf(steps, lane) : undefined;
      return found && words.laneName(found.fork, found.at);
    },
    depthOf: (stepId) => depthIn(steps, stepId),
  };
}

/** As the emails were called then. */
function emailsOf(subjects: ReadonlyMap<string, string>, stepOf: (stepId: string) => Step | undefined): StepEmails {
  return new Map(
    [...subjects].flatMap(([stepId, subject]) => {
      const step = stepOf(stepId);
      return step?.kind === 'email' && step.campaignId ? [[step.campaignId, { subject, sender: null }] as const] : [];
    }),
  );
}

function depthIn(steps: readonly Step[], stepId: string): number {
  const lane = placeOf(steps, stepId)?.lane;
  const found = lane ? forkOf(steps, lane) : undefined;
  return found ? 1 + depthIn(steps, found.fork.id) : 0;
}
