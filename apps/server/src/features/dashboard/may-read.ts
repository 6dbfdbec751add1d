import { holds, type Right } from '@waggle/contracts/rights';
import type { Context } from '#platform/context.ts';

/** Overview is for everybody; what needs a right of its own is left out for people who do not have it. */
export const mayRead = ({ actor }: Context, right: Right): boolean =>
  actor.kind === 'job' || (actor.kind === 'user' && holds(actor.role, right));
