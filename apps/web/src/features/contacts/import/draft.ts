import type { StatedConsent } from '@waggle/contracts/contacts';
import type { Import } from '@waggle/contracts/imports';
import type { Tag } from '@waggle/contracts/tags';
import { stored } from '#lib/stored.ts';
import type { Choice } from './plan.ts';

/** Answers nobody has sent yet. */
export type PlanAnswers = {
  choices: Choice[];
  existing: NonNullable<Import['plan']>['existing'];
  tags: Pick<Tag, 'id' | 'name' | 'color'>[];
  basis: string;
  consent?: StatedConsent | undefined;
};

/** With how the file was read: with other settings it has other columns. */
type Draft = { reading: string; answers: PlanAnswers };

const key = 'import-drafts';
/** As many imports as an organization may have open. */
const mostDrafts = 10;

const readingOf = ({ encoding, delimiter, columns }: Import): string =>
  `${encoding ?? ''} ${delimiter ?? ''} ${columns?.length ?? 0}`;

function all(): Record<string, Draft> {
  try {
    return JSON.parse(stored.read(key) ?? '{}') as Record<string, Draft>;
  } catch {
    return {};
  }
}

/** Kept on this device, so that closing the window, a reload or an empty battery costs no answers. */
export function readDraft(found: Import): PlanAnswers | undefined {
  const draft = all()[found.id];
  return draft?.reading === readingOf(found) ? draft.answers : undefined;
}

export function keepDraft(found: Import, answers: PlanAnswers | undefined): void {
  const { [found.id]: _, ...others } = all();
  const own = answers && { [found.id]: { reading: readingOf(found), answers } };
  const kept = Object.entries({ ...others, ...own }).slice(-mostDrafts);
  stored.write(key, kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : undefined);
}
