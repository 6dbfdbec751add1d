import type { Editor } from '@tiptap/core';
import type { Brand } from '@waggle/contracts/brand';
import type { Owner } from '@waggle/contracts/clients';
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
import { useMediaQuery } from '#ui/use-media-query.ts';
import { CanvasContext } from './canvas/canvas-context.ts';
import { Canvas } from './canvas/canvas.tsx';
import { DragArea, type Dragged } from './canvas/drag.tsx';
import type { Screen } from './canvas/looks.ts';
import type { Place } from './blocks/places.ts';
import { FieldsContext } from './fields/fields-context.ts';
import { useContactFields } from './fields/use-contact-fields.ts';
import { Inspector } from './inspector/inspector.tsx';
import { OwnerContext } from './owner-context.ts';
import { Palette } from './palette.tsx';
import { BlockList } from './phone/block-list.tsx';
import { BlockSheet } from './phone/block-sheet.tsx';
import { SavedContext } from './saved/saved-context.ts';
import { SavedPalette } from './saved/saved-palette.tsx';
import { useSavedBlocks } from './saved/use-saved-blocks.tsx';
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
  /** How the canvas is shown at first. */
  preview?: Screen | undefined;
  /** Above the palette: subject, templates. */
  aside?: ReactNode;
  /** Left of undo: the choice between visual, HTML and plain text. */
  modes?: ReactNode;
  /** In place of palette, canvas and inspector, such as the plain text. What was edited and can be undone stays. */
  instead?: ReactNode;
  /** Whose tags, fields and images are offered; without it those in sight. */
  owner?: Owner | undefined;
  /** Whose saved blocks are offered; without it none are. */
  savedBlocks?: { clientId: string | null | undefined } | undefined;
};

/** Builds an email of blocks. Loaded where it is used: it is heavier than a whole screen. */
export function EmailEditor(props: EmailEditorProps) {
  const { value, onChange, readOnly = false, preview = 'desktop' } = props;
  const { state, commands } = useEditor({ value, onChange, readOnly });
  const [text, setText] = useState<Editor | null>(null);
  const [screen, setScreen] = useState(preview);
  const canvas = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const fields = useContactFields(props.owner);
  const isNarrow = useMediaQuery('(max-width: 63.99rem)');
  const { theme } = state.history.present;
  const shared = useMemo(
    () => ({ theme, screen, readOnly, commands, onEditor: setText }),
    [theme, screen, readOnly, commands],
  );
  useFocusWish(root, state, commands);
  const { saved, layer } = useSavedBlocks({ owner: props.savedBlocks, readOnly, commands });
  const drop = ({ kind, id, saved: kept }: Dragged, place: Place) => {
    if (kept) saved?.insert(kept, place);
    else if (id === null) commands.add(kind, place);
    else commands.move(id, place);
  };
  const parts = { ...props, readOnly, state, commands, text, screen, onScreen: setScreen, canvas };
  return (
    <OwnerContext value={props.owner}>
      <FieldsContext value={fields}>
        <CanvasContext value={shared}>
          <SavedContext value={saved}>
            <DragArea canvas={canvas} onDrop={drop}>
              {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of whatever has the focus inside. */}
              <div
                ref={root}
                onKeyDown={(event) => undoByKey(event, commands)}
                className="flex min-h-0 flex-1 flex-col"
              >
                {isNarrow ? <Narrow {...parts} /> : <Wide {...parts} />}
              </div>
            </DragArea>
            {layer}
          </SavedContext>
        </CanvasContext>
      </FieldsContext>
    </OwnerContext>
  );
}

type PartsProps = Pick<EmailEditorProps, 'aside' | 'modes' | 'brand' | 'instead'> & {
  readOnly: boolean;
  state: EditorState;
  commands: EditorCommands;
  text: Editor | null;
  screen: Screen;
  onScreen: (screen: Screen) => void;
  canvas: RefObject<HTMLDivElement | null>;
};

const historyOf = ({ history }: EditorState) => ({
  canUndo: history.past.length > 0,
  canRedo: history.future.length > 0,
});

function Wide({ aside, modes, instead, brand, readOnly, state, commands, text, screen, onScreen, canvas }: PartsProps) {
  const email = state.history.present;
  const panel = useRef<HTMLDivElement>(null);
  const inspector = useRef<HTMLDivElement>(null);
  // What was just selected is what the panel is about.
  useEffect(() => {
    if (state.selected !== null && inspector.current) panel.current?.scrollTo({ top: inspector.current.offsetTop });
  }, [state.selected]);
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[19rem_minmax(0,1fr)]">
      <div ref={panel} className="sticky top-0 flex max-h-dvh min-h-0 flex-col gap-6 self-start overflow-y-auto p-5">
        {aside}
        {!readOnly && !instead && (
          <>
            <Palette onAdd={commands.add} />
            <SavedPalette />
            <div ref={inspector} className="border-t border-line pt-5">
              <Inspector email={email} selected={state.selected} commands={commands} />
            </div>
          </>
        )}
      </div>
      <div className="flex min-h-0 min-w-0 flex-col border-l border-line bg-canvas">
        {instead ? (
          <>
            <div className="border-b border-line px-4 py-2">{modes}</div>
            <div className="p-5">{instead}</div>
          </>
        ) : (
          <>
            <Toolbar
              lead={modes}
              editor={text}
              commands={commands}
              readOnly={readOnly}
              screen={screen}
              onScreen={onScreen}
              {...historyOf(state)}
            />
            <div className="min-h-0 flex-1">
              <Canvas email={email} brand={brand} selection={state} place={canvas} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Too narrow for a canvas: the blocks as a list, each opened over the whole screen. */
function Narrow({ aside, modes, instead, readOnly, state, commands }: PartsProps) {
  const [open, setOpen] = useState<string | null>(null);
  const email = state.history.present;
  const show = (id: string) => {
    commands.select(id);
    if (!readOnly) setOpen(id);
  };
  return (
    <div className="flex flex-col gap-5 p-4">
      {modes}
      {aside}
      {instead}
      {!instead && (
        <BlockList
          email={email}
          selected={state.selected}
          commands={commands}
          readOnly={readOnly}
          onOpen={show}
          history={historyOf(state)}
        />
      )}
      {open !== null && <BlockSheet email={email} id={open} commands={commands} onClose={() => setOpen(null)} />}
    </div>
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
