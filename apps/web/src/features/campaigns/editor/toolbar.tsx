import type { Editor } from '@tiptap/core';
import { Braces, Monitor, Moon, Redo2, Smartphone, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import type { Screen } from './canvas/looks.ts';
import { useFields } from './fields/fields-context.ts';
import type { EditorCommands } from './state/commands.ts';
import { TextTools } from './text/text-tools.tsx';

type ToolbarProps = {
  /** Left: what the screen around the editor adds, such as the choice between visual and HTML. */
  lead: ReactNode;
  editor: Editor | null;
  commands: EditorCommands;
  readOnly: boolean;
  screen: Screen;
  onScreen: (screen: Screen) => void;
  canUndo: boolean;
  canRedo: boolean;
};

export function Toolbar({ lead, editor, commands, readOnly, screen, onScreen, canUndo, canRedo }: ToolbarProps) {
  const { t } = useTranslation('email-editor');
  return (
    <div className="sticky top-0 z-4 flex flex-wrap items-center justify-between gap-2 border-b border-line bg-canvas px-4 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {lead}
        <ScreenChoice screen={screen} onScreen={onScreen} />
      </div>
      {!readOnly && (
        <div className="flex flex-wrap items-center gap-1">
          {editor && <TextTools editor={editor} />}
          <IconButton
            size="sm"
            label={t('toolbar.undo')}
            icon={Undo2}
            shortcut={shortcutText('mod+z')}
            disabled={!canUndo}
            onClick={commands.undo}
          />
          <IconButton
            size="sm"
            label={t('toolbar.redo')}
            icon={Redo2}
            shortcut={shortcutText('mod+shift+z')}
            disabled={!canRedo}
            onClick={commands.redo}
          />
          <InsertField editor={editor} />
        </div>
      )}
    </div>
  );
}

const screens = [
  { value: 'desktop', icon: Monitor },
  { value: 'phone', icon: Smartphone },
  { value: 'dark', icon: Moon },
] as const;

function ScreenChoice({ screen, onScreen }: Pick<ToolbarProps, 'screen' | 'onScreen'>) {
  const { t } = useTranslation('email-editor');
  return (
    <SegmentedControl
      label={t('canvas.screen')}
      value={screen}
      onValueChange={onScreen}
      options={screens.map(({ value, icon }) => ({
        value,
        icon,
        label: <span className="sr-only">{t(`canvas.screens.${value}`)}</span>,
      }))}
    />
  );
}

/** Fields are chosen, never typed: a misspelt one would be empty for everybody. */
export function InsertField({ editor }: { editor: Editor | null }) {
  const { t } = useTranslation('email-editor');
  const { list } = useFields();
  if (!editor)
    return (
      <Button size="sm" variant="ghost" icon={Braces} disabledReason={t('fields.writeFirst')}>
        {t('fields.insert')}
      </Button>
    );
  const insert = (field: string) =>
    // After the menu has given the focus back, else it would take it from the text again.
    setTimeout(
      () =>
        editor
          .chain()
          .focus()
          .insertContent({ type: 'field', attrs: { field, fallback: '' } })
          .run(),
      0,
    );
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost" icon={Braces}>
          {t('fields.insert')}
        </Button>
      }
    >
      {list.map(({ name, label }) => (
        <MenuItem key={name} onSelect={() => insert(name)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
