import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching, foldGutter } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { codeTheme } from './code-theme.ts';
import { documentOf, separatorFor } from './exact-text.ts';

export type HtmlEditorProps = {
  value: string;
  onChange: (html: string) => void;
  readOnly?: boolean | undefined;
  /** What the field is called for screen readers. */
  label: string;
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
};

/** HTML as it was pasted: what nobody types over leaves with the bytes it came with. */
export function HtmlEditor({ value, onChange, readOnly = false, label, id, ...aria }: HtmlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const described = aria['aria-describedby'];
  const tell = useEffectEvent(onChange);

  const make = useEffectEvent((parent: HTMLElement) => {
    const attributes = { 'aria-label': label, ...(id && { id }), ...(described && { 'aria-describedby': described }) };
    return new EditorView({
      parent,
      state: stateOf(value, [
        EditorView.contentAttributes.of(attributes),
        editable.of(whether(readOnly)),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) tell(documentOf(state));
        }),
      ]),
    });
  });

  useEffect(() => {
    if (!place.current) return undefined;
    const own = make(place.current);
    view.current = own;
    return () => own.destroy();
  }, []);

  useEffect(() => {
    const own = view.current;
    if (!own || documentOf(own.state) === value) return;
    own.dispatch({ changes: { from: 0, to: own.state.doc.length, insert: own.state.toText(value) } });
  }, [value]);

  useEffect(() => view.current?.dispatch({ effects: editable.reconfigure(whether(readOnly)) }), [readOnly]);

  return (
    <div
      ref={place}
      className="h-full min-h-64 overflow-hidden rounded-md border border-line-control bg-surface focus-within:outline-2 focus-within:outline-focus"
    />
  );
}

const editable = new Compartment();
const whether = (readOnly: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.editable.of(true),
  EditorView.contentAttributes.of({ 'aria-readonly': String(readOnly) }),
];

const stateOf = (value: string, own: Extension) =>
  EditorState.create({
    doc: EditorState.create({ extensions: separatorFor(value) }).toText(value),
    extensions: [
      separatorFor(value),
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      bracketMatching(),
      EditorView.lineWrapping,
      // Tab leaves the field, as everywhere else: nobody is caught in it.
      keymap.of([...defaultKeymap, ...historyKeymap]),
      html({ autoCloseTags: true }),
      codeTheme,
      own,
    ],
  });
