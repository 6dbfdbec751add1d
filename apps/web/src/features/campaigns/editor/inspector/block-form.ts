import type { EmailBlock, EmailBlockKind, EmailPalette } from '@waggle/contracts/email-document';

export type BlockOf<Kind extends EmailBlockKind> = Extract<EmailBlock, { kind: Kind }>;

/** What every form of the inspector gets. */
export type FormProps<Block extends EmailBlock = EmailBlock> = {
  block: Block;
  /** Changes parts of the block; `undefined` takes the default again. */
  change: (part: Partial<Block>) => void;
  palette: EmailPalette;
};

/** Without keys that say nothing: two documents that look the same are the same. */
export const withPart = <Block extends EmailBlock>(block: Block, part: Partial<Block>): Block =>
  Object.fromEntries(Object.entries({ ...block, ...part }).filter(([, value]) => value !== undefined)) as Block;
