import { Editor, type JSONContent } from '@tiptap/core';
import { useEffect, useEffectEvent, useRef, type CSSProperties } from 'react';
import { useFields } from '../fields/fields-context.ts';
import { cleanPasted } from './paste.ts';
import { textExtensions, type TextKeys, type TextKind } from './extensions.ts';

type Handlers = TextKeys & {
  onChange: (content: JSONContent) => void;
  onEditor: (editor: Editor | null) => void;
};
type RichEditorProps = Handlers & {
  kind: TextKind;
  /** Taken in when it differs from what is being edited. */
  content: JSONContent;
  label: string;
  placeholder: string;
  /** Where the pointer was; without it the caret stands at the end. */
  caret: { x: number; y: number } | undefined;
  style?: CSSProperties | undefined;
};

/** The text of one block being edited in its place. */
export function RichEditor({ kind, content, label, placeholder, caret, style, ...handlers }: RichEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const { chip } = useFields();
  const call = useEffectEvent(<Name extends keyof Handlers>(name: Name, ...input: Parameters<Handlers[Name]>) =>
    (handlers[name] as (...all: Parameters<Handlers[Name]>) => void)(...input),
  );

  const make = useEffectEvent((element: HTMLElement) => {
    const own = new Editor({
      element,
      injectCSS: false,
      content,
      extensions: textExtensions(kind, {
        chip,
        onUndo: () => call('onUndo'),
        onRedo: () => call('onRedo'),
        onLeave: () => call('onLeave'),
      }),
      editorProps: { transformPastedHTML: cleanPasted, attributes: attributesOf(kind, label) },
      onUpdate: ({ editor: changed }) => call('onChange', changed.getJSON()),
    });
    const at = caret && own.view.posAtCoords({ left: caret.x, top: caret.y })?.pos;
    own.commands.focus(at ?? 'end', { scrollIntoView: false });
    return own;
  });

  // Made once for each block: the parent gives it a key.
  useEffect(() => {
    if (!place.current) return undefined;
    const own = make(place.current);
    editor.current = own;
    call('onEditor', own);
    return () => {
      call('onEditor', null);
      own.destroy();
    };
  }, []);

  useEffect(() => {
    const own = editor.current;
    if (!own || own.state.doc.eq(own.schema.nodeFromJSON(content))) return;
    const { from, to } = own.state.selection;
    own.commands.setContent(content, { emitUpdate: false });
    const end = own.state.doc.content.size - 1;
    own.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) });
  }, [content]);

  return (
    <div style={style} className="relative cursor-text">
      {isBlank(content) && (
        <span aria-hidden className="pointer-events-none absolute opacity-50">
          {placeholder}
        </span>
      )}
      <div ref={place} />
    </div>
  );
}

const attributesOf = (kind: TextKind, label: string) => ({
  role: 'textbox',
  'aria-multiline': String(kind !== 'line'),
  'aria-label': label,
  class: 'email-words',
});

const isBlank = ({ content }: JSONContent): boolean =>
  content?.length === 1 && content[0]?.type === 'paragraph' && (content[0].content ?? []).length === 0;
