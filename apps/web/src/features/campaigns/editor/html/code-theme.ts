import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours of the house, which follow light and dark by themselves. */
export const codeTheme = [
  EditorView.theme({
    '&': { height: '100%', fontSize: 'var(--text-sm)', color: 'var(--text)', backgroundColor: 'transparent' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
    '.cm-content': { caretColor: 'var(--text)' },
    '.cm-cursor': { borderLeftColor: 'var(--text)' },
    '.cm-gutters': {
      backgroundColor: 'var(--surface-sunken)',
      color: 'var(--text-subtle)',
      borderRight: '1px solid var(--line)',
    },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--accent-soft-strong)',
    },
    '.cm-foldPlaceholder': {
      backgroundColor: 'var(--fill)',
      color: 'var(--text-muted)',
      border: '1px solid var(--line-strong)',
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.tagName, tags.angleBracket, tags.keyword], color: 'var(--info-text)' },
      { tag: [tags.attributeName, tags.propertyName], color: 'var(--accent-text)' },
      { tag: [tags.attributeValue, tags.string, tags.number, tags.color], color: 'var(--success-text)' },
      { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], color: 'var(--text-subtle)' },
      { tag: [tags.character, tags.escape], color: 'var(--warning-text)' },
      { tag: tags.invalid, color: 'var(--danger-text)' },
    ]),
  ),
];
