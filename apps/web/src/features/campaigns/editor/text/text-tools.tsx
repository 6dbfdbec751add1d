import type { Editor } from '@tiptap/core';
import { Bold, Italic, Link2, List, ListOrdered, Strikethrough, Underline } from 'lucide-react';
import { useReducer, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { addressOf, addressStart } from '../inspector/address.ts';

/** Drawn again when the caret moves, so that the buttons show what it stands in. */
function useCaret(editor: Editor): void {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    editor.on('transaction', draw);
    return () => {
      editor.off('transaction', draw);
    };
  }, [editor]);
}

const marks = [
  { name: 'bold', icon: Bold, shortcut: 'mod+b' },
  { name: 'italic', icon: Italic, shortcut: 'mod+i' },
  { name: 'underline', icon: Underline, shortcut: 'mod+u' },
  { name: 'strike', icon: Strikethrough, shortcut: undefined },
] as const;
const lists = [
  { name: 'bullets', icon: List },
  { name: 'numbers', icon: ListOrdered },
] as const;

/** What can be done to the words that are being edited. */
export function TextTools({ editor }: { editor: Editor }) {
  const { t } = useTranslation('email-editor');
  useCaret(editor);
  const hasLists = editor.schema.nodes['item'] !== undefined;
  const toggleList = (name: 'bullets' | 'numbers') => editor.chain().focus().toggleList(name, 'item').run();
  return (
    <div role="toolbar" aria-label={t('text.tools')} className="flex flex-wrap items-center gap-0.5">
      {marks.map(({ name, icon }) => (
        <IconButton
          key={name}
          size="sm"
          label={t(`text.${name}`)}
          icon={icon}
          aria-pressed={editor.isActive(name)}
          className="aria-pressed:bg-fill-pressed"
          onClick={() => editor.chain().focus().toggleMark(name).run()}
        />
      ))}
      <LinkTool editor={editor} />
      {hasLists &&
        lists.map(({ name, icon }) => (
          <IconButton
            key={name}
            size="sm"
            label={t(`text.${name}`)}
            icon={icon}
            aria-pressed={editor.isActive(name)}
            className="aria-pressed:bg-fill-pressed"
            onClick={() => toggleList(name)}
          />
        ))}
    </div>
  );
}

function LinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation('email-editor');
  const [open, setOpen] = useState(false);
  const current = String(editor.getAttributes('link')['href'] ?? '');
  const isPossible = current !== '' || !editor.state.selection.empty;
  const set = (href: string) => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetMark('link').run();
    else chain.setMark('link', { href: addressOf(href) }).run();
    setOpen(false);
  };
  return (
    <Popover
      label={t('text.link')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          size="sm"
          label={t('text.link')}
          icon={Link2}
          aria-pressed={current !== ''}
          className="aria-pressed:bg-fill-pressed"
          disabledReason={isPossible ? undefined : t('text.selectFirst')}
        />
      }
    >
      <LinkForm current={current} onSet={set} />
    </Popover>
  );
}

function LinkForm({ current, onSet }: { current: string; onSet: (href: string) => void }) {
  const { t } = useTranslation('email-editor');
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      className="flex w-72 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onSet(input.current?.value.trim() ?? '');
      }}
    >
      <Field label={t('text.linkAddress')}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            defaultValue={current}
            inputMode="url"
            placeholder={addressStart}
            maxLength={2_000}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        {current !== '' && (
          <Button size="sm" onClick={() => onSet('')}>
            {t('text.removeLink')}
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit">
          {t('text.setLink')}
        </Button>
      </div>
    </form>
  );
}
