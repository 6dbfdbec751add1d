import { Extension, Mark, mergeAttributes, Node, wrappingInputRule } from '@tiptap/core';
import type { EmailColor } from '@waggle/contracts/email-document';
import { cssColor } from '../canvas/looks.ts';

// Only what the document can keep. Everything else is no part of the schema, so nothing can be pasted or typed that would be lost.

const text = Node.create({ name: 'text', group: 'inline' });

const paragraph = Node.create({
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
  addAttributes: () => ({
    align: {
      default: null,
      parseHTML: () => null,
      renderHTML: ({ align }) => (align ? { style: `text-align: ${align}` } : {}),
    },
  }),
});

const item = Node.create({
  name: 'item',
  content: 'paragraph',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem('item') || this.editor.commands.liftListItem('item'),
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection;
        if (!empty || $from.parentOffset > 0 || $from.node(-1)?.type.name !== 'item') return false;
        return this.editor.commands.liftListItem('item');
      },
    };
  },
});

const list = (name: 'bullets' | 'numbers', tag: 'ul' | 'ol', typed: RegExp) =>
  Node.create({
    name,
    group: 'block list',
    content: 'item+',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addInputRules() {
      return [wrappingInputRule({ find: typed, type: this.type })];
    },
  });

const lineBreak = Node.create({
  name: 'break',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: 'break' }) };
  },
});

type FieldOptions = { chip: (field: string, fallback: string) => string };

const field = Node.create<FieldOptions>({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ chip: (name) => name }),
  addAttributes: () => ({
    field: { default: 'first_name', parseHTML: (element) => element.dataset['field'] },
    fallback: { default: '', parseHTML: (element) => element.dataset['fallback'] ?? '' },
  }),
  parseHTML: () => [{ tag: 'span[data-field]' }],
  renderHTML({ node }) {
    const { field: name, fallback } = node.attrs as { field: string; fallback: string };
    return [
      'span',
      { class: 'email-field', 'data-field': name, 'data-fallback': fallback },
      this.options.chip(name, fallback),
    ];
  },
  renderText: ({ node }) => `${node.attrs['fallback']}`,
});

const simpleMark = (name: string, tag: string, others: readonly string[], key: string) =>
  Mark.create({
    name,
    parseHTML: () => [tag, ...others].map((own) => ({ tag: own })),
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

const color = Mark.create({
  name: 'color',
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element) => element.dataset['color'],
      renderHTML: ({ color: own }) => ({ 'data-color': own, style: `color: ${cssColor(own as EmailColor)}` }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-color]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

const link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'a',
    mergeAttributes(
      { class: 'email-link', title: HTMLAttributes['href'] as string, rel: 'noreferrer' },
      HTMLAttributes,
    ),
    0,
  ],
});

const marks = [
  simpleMark('bold', 'strong', ['b'], 'Mod-b'),
  simpleMark('italic', 'em', ['i'], 'Mod-i'),
  simpleMark('underline', 'u', [], 'Mod-u'),
  simpleMark('strike', 's', ['del'], 'Mod-Shift-s'),
  color,
  link,
];

/** What happens in the editor around the text. */
export type TextKeys = { onUndo: () => void; onRedo: () => void; onLeave: () => void };

/** One history for the whole email: the text has none of its own. */
const keys = ({ onUndo, onRedo, onLeave }: TextKeys) => {
  const did = (task: () => void) => () => {
    task();
    return true;
  };
  return Extension.create({
    name: 'editorKeys',
    priority: 1_000,
    addKeyboardShortcuts: () => ({
      'Mod-z': did(onUndo),
      'Mod-Shift-z': did(onRedo),
      'Mod-y': did(onRedo),
      Escape: did(onLeave),
    }),
  });
};

export type TextKind = 'line' | 'lines' | 'rich';

/** `line` for a button, `lines` for a heading, `rich` for text with paragraphs and lists. */
export function textExtensions(kind: TextKind, options: TextKeys & FieldOptions) {
  const isRich = kind === 'rich';
  const shared = [text, paragraph, field.configure({ chip: options.chip }), ...marks, keys(options)];
  const doc = Node.create({ name: 'doc', topNode: true, content: isRich ? 'block+' : 'paragraph' });
  if (isRich)
    return [
      doc,
      ...shared,
      lineBreak,
      list('bullets', 'ul', /^\s?[-*+]\s$/),
      list('numbers', 'ol', /^\s?1[.)]\s$/),
      item,
    ];
  const enter = Extension.create({
    name: 'lineEnter',
    addKeyboardShortcuts() {
      return {
        Enter: () => (kind === 'lines' ? this.editor.commands.insertContent({ type: 'break' }) : true),
      };
    },
  });
  return kind === 'lines' ? [doc, ...shared, lineBreak, enter] : [doc, ...shared, enter];
}
