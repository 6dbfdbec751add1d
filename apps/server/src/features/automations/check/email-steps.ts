import { type AutomationDocument, type StepOf, stepsOf } from '@waggle/contracts/automation-document';

export const emailSteps = ({ steps }: AutomationDocument): StepOf<'email'>[] =>
  [...stepsOf(steps)].filter((step) => step.kind === 'email');
