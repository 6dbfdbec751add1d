import type { Editor } from '@tiptap/core';
import type { Brand } from '@waggle/contracts/brand';
import type { EmailDocument } from '@waggle/contracts/email-document';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { CanvasContext } from './canvas/canvas-context.ts';
import { Canvas } from './canvas/canvas.tsx';
import { DragArea, type Dragged } from './canvas/drag.tsx';
import type { Screen } from './canvas/looks.ts';
import type { Place } from './blocks/places.ts';
import { FieldsContext } from './fields/fields-context.ts';
import { useContactFields } from './fields/use-contact-fields.ts';
import { Inspector } from './inspector/inspector.tsx';
import { Palette } from './palette.tsx';
import type { EditorState } from './state/editor-state.ts';
import type { EditorCommands } from './state/commands.ts';
import { useEditor } from './state/use-editor.ts';
import { Toolbar } from './toolbar.tsx';

export type EmailEditorProps = {
  /** Another object than the one last given to `onChange` is taken in as a change that can be undone. */
  value: EmailDocument;
  onChange: (email: EmailDocument) => void;
  /** For the lines below every email. */
  brand?: Brand | undefined;
  readOnly?: boolean | undefined;
  preview?: Screen | undefined;
  /** Above the palette: subject, templates. */
  aside?: ReactNode;
  /** Left of undo: the choice between visual, HTML and plain text. */
  modes?: ReactNode;
};

/** Builds an email of blocks. Loaded where it is used: it is heavier than a whole screen. */
export function EmailEditor(props: EmailEditorProps) {
  const { value, onChange, brand, readOnly = false, preview = 'desktop', aside, modes } = props;
  const { state, commands } = useEditor({ value, onChange, readOnly });
  const [text, setText] = useState<Editor | null>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const fields = useContactFields();
  const { theme } = state.history.present;
  const shared = useMemo(
    () => ({ theme, screen: preview, readOnly, commands, onEditor: setText }),
    [theme, preview, readOnly, commands],
  );
  useFocusWish(root, state, commands);
  const drop = ({ kind, id }: Dragged, place: Place) => {
    if (id === null) commands.add(kind, place);
    else commands.move(id, place);
  };
  const email = state.history.present;
  return (
    <FieldsContext value={fields}>
      <CanvasContext value={shared}>
        <DragArea canvas={canvas} onDrop={drop}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of whatever has the focus inside. */}
          <div
            ref={root}
            onKeyDown={(event) => undoByKey(event, commands)}
            className="grid min-h-0 flex-1 lg:grid-cols-[19rem_minmax(0,1fr)]"
          >
            <div className="flex min-h-0 flex-col gap-6 border-line p-5 lg:overflow-y-auto lg:border-r">
              {aside}
              {!readOnly && (
                <>
                  <Palette onAdd={commands.add} />
                  <div className="border-t border-line pt-5">
                    <Inspector email={email} selected={state.selected} commands={commands} />
                  </div>
                </>
              )}
            </div>
            <div className="flex min-h-0 min-w-0 flex-col bg-canvas">
              {(modes || !readOnly) && (
                <Toolbar
                  lead={modes}
                  editor={text}
                  commands={commands}
                  readOnly={readOnly}
                  canUndo={state.history.past.length > 0}
                  canRedo={state.history.future.length > 0}
                />
              )}
              <div className="min-h-0 flex-1 lg:overflow-y-auto">
                <Canvas email={email} brand={brand} selection={state} place={canvas} />
              </div>
            </div>
          </div>
        </DragArea>
      </CanvasContext>
    </FieldsContext>
  );
}

/** A block that was moved or made is drawn anew; the keyboard goes on from it. */
function useFocusWish(
  root: RefObject<HTMLElement | null>,
  { focus, writing }: EditorState,
  commands: EditorCommands,
): void {
  useLayoutEffect(() => {
    if (!focus || writing) return;
    const attribute = focus.part === 'handle' ? 'data-handle' : 'data-select';
    root.current?.querySelector<HTMLElement>(`[${attribute}="${focus.id}"]`)?.focus();
  }, [root, focus, writing]);
  useEffect(() => {
    if (focus) commands.focused();
  }, [focus, commands]);
}

function undoByKey(event: KeyboardEvent, commands: EditorCommands): void {
  if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== 'z' && key !== 'y') return;
  // A dialog drawn elsewhere still belongs to the editor by React, and has a history of its own.
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) commands.redo();
  else commands.undo();
}
