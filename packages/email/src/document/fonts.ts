import type { EmailFont } from '@waggle/contracts/email-document';

/** On the reader's device already: a font from elsewhere would tell its server who reads what. */
export const fontStacks: Record<EmailFont, string> = {
  sans: "'Helvetica Neue',Helvetica,Arial,sans-serif",
  serif: "Georgia,'Times New Roman',serif",
  mono: "'Courier New',Courier,monospace",
  rounded: "'Trebuchet MS','Lucida Grande',Verdana,sans-serif",
};
