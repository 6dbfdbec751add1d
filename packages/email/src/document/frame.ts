import type { EmailTheme } from '@waggle/contracts/email-document';
import type { Painter, Surface } from './painter.ts';
import type { PhoneRules } from './phone-rules.ts';
import type { Slots } from './slots.ts';

/** What a block needs to know of where it stands. */
export type Frame = {
  theme: EmailTheme;
  painter: Painter;
  slots: Slots;
  phone: PhoneRules;
  surface: Surface;
  /** Pixels there are, and how many of them stay free left and right unless the block says otherwise. */
  width: number;
  side: number;
  /** Collects what the cleaner took out of HTML blocks. */
  note: (blockId: string, message: string) => void;
};
