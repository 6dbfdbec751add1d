import { holds, type Right } from '@waggle/contracts/rights';
import type { Context } from '#platform/context.ts';

/** Overview is for everybody; what needs a right of its own is left out for who has none. */
export const mayRead = ({ actor }: Context, right: Right): boolean => actor.kind === 'user' && holds(actor.role, right);
