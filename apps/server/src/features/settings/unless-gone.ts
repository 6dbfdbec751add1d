import { Problem } from '#platform/problem.ts';

/** Deleted since it was found due. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
}
