import type { KeyboardEvent } from 'react';

/** Ctrl or ⌘ with Enter sends what is typed in several lines. */
export const onModEnter = (send: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  send();
};
