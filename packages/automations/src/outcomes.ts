/**
 * What came of a step for one person. Kept as its place in this list, so a new one is added at the end and none is ever taken
 * away.
 */
export const outcomeNames = [
  'done',
  /** Waits there; the step is not passed yet. */
  'rested',
  'sent',
  'no-address',
  'capped',
  /** Had this email already. */
  'had',
  /** Could not be mailed at the moment it was queued. */
  'left-out',
  'yes',
  'no',
  'happened',
  'late',
  'answered',
  'unanswered',
  'goal',
  'left',
  'filter',
  'rule',
  'unsubscribed',
  'deleted',
  /** A day that has passed, or that is not known. */
  'not-waited',
  /** Of a split: the way, by its number from 0. */
  'lane-0',
  'lane-1',
  'lane-2',
  'lane-3',
  'lane-4',
  'lane-5',
  'lane-6',
  'lane-7',
  'lane-8',
  'lane-9',
  'completed',
  /** Brought from another version. */
  'moved',
] as const;
export type Outcome = (typeof outcomeNames)[number];

const codes = new Map(outcomeNames.map((outcome, code) => [outcome, code]));
export const codeOf = (outcome: Outcome): number => codes.get(outcome)!;
export const outcomeOf = (code: number): Outcome | undefined => outcomeNames[code];

const skipping = new Set<Outcome>(['no-address', 'capped', 'had', 'left-out']);
export const isSkipped = (outcome: Outcome): boolean => skipping.has(outcome);

/** Why somebody is not inside any more. */
export const endReasons = ['completed', 'goal', 'left', 'filter', 'rule', 'unsubscribed', 'deleted'] as const;
export type EndReason = (typeof endReasons)[number];
