import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AutomationVersion } from '@waggle/contracts/automation-versions';

/** A version by its number, or the draft. */
export type Choice = number | 'draft';

const from = '/dashboard/automations/$automationId';

/** Which one is looked at, and what it is compared with, stand in the address. */
export function useChoice() {
  const { version, against } = useSearch({ from });
  const navigate = useNavigate({ from });
  return {
    chosen: version,
    against,
    choose: (next: Choice | undefined) =>
      void navigate({ search: (now) => ({ ...now, version: next, against: undefined }), replace: next !== undefined }),
    compareWith: (next: Choice) => void navigate({ search: (now) => ({ ...now, against: next }), replace: true }),
  };
}

type Known = { versions: readonly AutomationVersion[]; live: number | null };

/** The one before; for the first, what people get now. */
export function usualAgainst(chosen: Choice, { versions, live }: Known): Choice {
  if (chosen === 'draft') return live ?? versions[0]?.version ?? 'draft';
  if (chosen > 1) return chosen - 1;
  return live === null || live === chosen ? 'draft' : live;
}

const place = (choice: Choice): number => (choice === 'draft' ? Infinity : choice);

/** Older first. */
export const inOrder = (one: Choice, other: Choice): [Choice, Choice] =>
  place(one) <= place(other) ? [one, other] : [other, one];
