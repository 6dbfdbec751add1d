import { stored } from '#lib/stored.ts';
import type { LocalCopy } from './draft-keeper.ts';

/** Of a campaign, or of a new one of a client: what was begun for one client is not shown under another. */
export type CopyOf = { campaignId: string } | { newOf: string };

const keyOf = (userId: string, of: CopyOf) =>
  `campaign-draft.${userId}.${'campaignId' in of ? of.campaignId : `new.${of.newOf}`}`;

/** Unreadable is as good as none: the server has what was saved. */
export function readLocalCopy(userId: string, of: CopyOf): LocalCopy | undefined {
  const text = stored.read(keyOf(userId, of));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as LocalCopy;
  } catch {
    return undefined;
  }
}

/** Whether it fitted: an email may be larger than what a browser keeps. */
export const writeLocalCopy = (userId: string, of: CopyOf, copy: LocalCopy | undefined): boolean =>
  stored.write(keyOf(userId, of), copy && JSON.stringify(copy));
