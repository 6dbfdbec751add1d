import { shortcutText } from '#ui/shortcut-text.ts';

/** Keys of the list of steps, as they are shown. `edits` marks those that change something. */
export const listKeys = [
  { id: 'select', keys: ['↑', '↓'], edits: false },
  { id: 'edit', keys: ['Enter'], edits: false },
  { id: 'add', keys: ['A'], edits: true },
  { id: 'move', keys: ['Alt', '↑', '↓'], edits: true },
  { id: 'duplicate', keys: ['D'], edits: true },
  { id: 'remove', keys: ['Del'], edits: true },
  { id: 'undo', keys: [shortcutText('mod+z')], edits: true },
  { id: 'help', keys: ['?'], edits: false },
] as const;
