import { type SetUp, setUpSteps } from '@waggle/contracts/sending';

export type StepKey = (typeof setUpSteps)[number];

/** A domain whose records were not found yet: somebody else or time must act, so the other steps go on. */
export const isWaiting = ({ domain, done }: SetUp): boolean => domain !== null && !done.domain;

/** What to do next; undefined when all is done. */
export const currentStep = (setUp: SetUp): StepKey | undefined =>
  setUpSteps.find((step) => !setUp.done[step] && !(step === 'domain' && isWaiting(setUp)));
