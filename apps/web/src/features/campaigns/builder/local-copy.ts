import { stored } from '#lib/stored.ts';
import type { LocalCopy } from './draft-keeper.ts';

const keyOf = (userId: string, campaignId: string | undefined) => `campaign-draft.${userId}.${campaignId ?? 'new'}`;

/** Unreadable is as good as none: the server has what was saved. */
export function readLocalCopy(userId: string, campaignId: string | undefined): LocalCopy | undefined {
  const text = stored.read(keyOf(userId, campaignId));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as LocalCopy;
  } catch {
    return undefined;
  }
}

/** Whether it fitted: an email may be larger than what a browser keeps. */
export const writeLocalCopy = (userId: string, campaignId: string | undefined, copy: LocalCopy | undefined): boolean =>
  stored.write(keyOf(userId, campaignId), copy && JSON.stringify(copy));
