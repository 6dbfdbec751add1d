import { sha256 } from './sha256.ts';

/** Parts that a split is cut into. */
const parts = 10_000;

type Divided = { organizationId: string; automationId: string; stepId: string; contactId: string };

/** A number below 10,000: the same for the same person at the same step, whenever and wherever it is asked. */
export function pointOf({ organizationId, automationId, stepId, contactId }: Divided): number {
  const digest = new DataView(sha256(`${organizationId}/${automationId}/${stepId}/${contactId}`).buffer);
  const high = digest.getUint32(0) % parts;
  // The first eight bytes as one number, modulo the parts; 2 ** 32 alone is exact in a number.
  return (high * (2 ** 32 % parts) + (digest.getUint32(4) % parts)) % parts;
}

/** Which way a point leads by the weights of the ways. */
export function laneAt(point: number, weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const [lane, weight] of weights.entries()) {
    sum += weight;
    if (point * total < sum * parts) return lane;
  }
  return weights.length - 1;
}
