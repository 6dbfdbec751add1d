import type { JSONContent } from '@tiptap/core';
import type { EmailBlock, EmailColor } from '@waggle/contracts/email-document';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WordsBlock } from '../blocks/kinds.ts';
import type { Point } from '../state/editor-state.ts';
import { inlineContent, richContent, toInline, toRich } from '../text/convert.ts';
import { RichEditor } from '../text/rich-editor.tsx';
import { useWordsStyle } from './block-view.tsx';
import { useCanvas } from './canvas-context.ts';

type WritingProps = { block: WordsBlock; surface: EmailColor; caret: Point | undefined };

/** The words of a block while they are edited, where they stand. */
export function Writing({ block, surface, caret }: WritingProps) {
  const { t } = useTranslation('email-editor');
  const { commands, onEditor } = useCanvas();
  const { outer, inner } = useWordsStyle(block, surface);
  const words = block.kind === 'heading' ? block.text : block.kind === 'button' ? block.label : block.body;
  // oxlint-disable-next-line react/exhaustive-deps -- the words alone; colors and sizes of the block do not touch the text.
  const content = useMemo(() => contentOf(block), [words]);
  const change = (next: JSONContent) => {
    commands.replace(block.id, (now) => withContent(now, next), 'words');
  };
  return (
    <div style={outer}>
      <RichEditor
        kind={block.kind === 'button' ? 'line' : block.kind === 'heading' ? 'lines' : 'rich'}
        content={content}
        onChange={change}
        onEditor={onEditor}
        onUndo={commands.undo}
        onRedo={commands.redo}
        onLeave={commands.stopWriting}
        label={t('text.label', { kind: t(`kinds.${block.kind}`) })}
        placeholder={t(`placeholders.${block.kind}`)}
        caret={caret}
        style={inner}
      />
    </div>
  );
}

const contentOf = (block: WordsBlock): JSONContent => {
  if (block.kind === 'heading') return inlineContent(block.text);
  return block.kind === 'button' ? inlineContent(block.label) : richContent(block.body);
};

function withContent(block: EmailBlock, content: JSONContent): EmailBlock {
  if (block.kind === 'heading') return { ...block, text: toInline(content) };
  if (block.kind === 'button') return { ...block, label: toInline(content) };
  return block.kind === 'text' || block.kind === 'footer' ? { ...block, body: toRich(content) } : block;
}
