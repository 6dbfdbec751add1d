import type { Editor } from '@tiptap/core';
import type { EmailBlock, EmailDocument } from '@waggle/contracts/email-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import { hasWords } from '../blocks/kinds.ts';
import { locate } from '../blocks/places.ts';
import { CanvasContext, useCanvas } from '../canvas/canvas-context.ts';
import { paletteVariables } from '../canvas/looks.ts';
import { Writing } from '../canvas/writing.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import type { EditorCommands } from '../state/commands.ts';
import { TextTools } from '../text/text-tools.tsx';
import { InsertField } from '../toolbar.tsx';

type BlockSheetProps = { email: EmailDocument; id: string; commands: EditorCommands; onClose: () => void };

/** Words and settings of one block over the whole of a small screen. */
export function BlockSheet({ email, id, commands, onClose }: BlockSheetProps) {
  const { t } = useTranslation('email-editor');
  const block = locate(email.blocks, id)?.block;
  if (!block) return null;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(`kinds.${block.kind}`)} size="full">
      <div className="flex flex-col gap-5">
        {hasWords(block) && <Words block={block} email={email} />}
        <Inspector email={email} selected={id} commands={commands} />
      </div>
    </Dialog>
  );
}

function Words({
  block,
  email,
}: {
  block: Extract<EmailBlock, { kind: 'heading' | 'text' | 'button' | 'footer' }>;
  email: EmailDocument;
}) {
  const shared = useCanvas();
  const [editor, setEditor] = useState<Editor | null>(null);
  return (
    <CanvasContext value={{ ...shared, onEditor: setEditor }}>
      <div
        style={paletteVariables(email.theme.light)}
        className="rounded-lg border border-line-strong bg-(--email-paper) p-4 text-(--email-text)"
      >
        <Writing key={block.id} block={block} surface={block.background ?? 'paper'} caret={undefined} />
      </div>
      {editor && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <TextTools editor={editor} />
          <InsertField editor={editor} />
        </div>
      )}
    </CanvasContext>
  );
}
