import type { EmailDocument } from './email-document.ts';

/** Whether a footer block asks for the link; it stands with the other links below the email, in their language. */
export const asksForView = ({ blocks }: EmailDocument): boolean =>
  blocks
    .flatMap((block) => (block.kind === 'columns' ? block.cells.flat() : [block]))
    .some((block) => block.kind === 'footer' && block.viewInBrowser === true);
