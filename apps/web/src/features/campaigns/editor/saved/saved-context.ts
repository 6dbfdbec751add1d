import type { EmailBlock, EmailBlockKind } from '@waggle/contracts/email-document';
import type { SavedBlockSummary } from '@waggle/contracts/saved-blocks';
import { createContext, use } from 'react';
import type { Place } from '../blocks/places.ts';

export type SavedItem = SavedBlockSummary & { kind: EmailBlockKind };

export type SavedBlocks = {
  items: readonly SavedItem[];
  /** Asks for a name and keeps a copy of the block. */
  save: (block: EmailBlock) => void;
  /** Puts a copy into the email, below the selected block where no place is given. */
  insert: (item: Pick<SavedItem, 'id' | 'name'>, place?: Place) => void;
  rename: (item: SavedItem) => void;
  remove: (item: SavedItem) => void;
};

/** Null where blocks can't be saved: for who only looks, and while nobody has said whose email it is. */
export const SavedContext = createContext<SavedBlocks | null>(null);

export const useSaved = (): SavedBlocks | null => use(SavedContext);
