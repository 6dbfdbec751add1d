import { ArrowDown, ArrowUp, Copy, Plus, Trash2, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Switch } from '#ui/switch.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { type BuilderTab, useBuilder } from './builder-context.ts';
import { Canvas } from './canvas/canvas.tsx';
import { ContactSummary } from './contact-summary.tsx';
import { fieldIcons, fieldTypes, useAddField, useRemoveField } from './field-kinds.ts';
import { Inspector } from './inspector/inspector.tsx';
import { FieldList } from './phone/field-list.tsx';
import { FormPreview } from './phone/form-preview.tsx';
import { FormSettings } from './settings/form-settings.tsx';
import type { Active } from './use-active.ts';

type NarrowBuilderProps = { tab: BuilderTab; onTab: (tab: BuilderTab) => void; active: Active; notices: ReactNode };

/** One thing at a time: the list of fields, the form, or its settings; the selected field opens from below. */
export function NarrowBuilder({ tab: asked, onTab, active, notices }: NarrowBuilderProps) {
  const { t } = useTranslation('form-builder');
  const { state, readOnly } = useBuilder();
  // What is beside the form on a wide screen is below it here.
  const tab = asked === 'field' ? 'form' : asked;
  const tabs = [
    { value: 'fields', label: t('tabs.fields'), count: state.history.present.fields.length },
    { value: 'form', label: t('tabs.form') },
    { value: 'settings', label: t('tabs.settingsShort') },
  ];
  return (
    <Tabs
      label={t('panel')}
      tabs={tabs}
      value={tab}
      onValueChange={(next) => onTab(next as BuilderTab)}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="shrink-0 px-4"
    >
      <div data-scroll className="min-h-0 flex-1 overflow-y-auto bg-canvas">
        {notices}
        <TabPanel value="fields" className="bg-surface">
          <FieldList onOpen={() => onTab('form')} />
          <div className="p-4">
            <ContactSummary />
          </div>
        </TabPanel>
        <TabPanel value="form">
          <Canvas isNarrow />
        </TabPanel>
        <TabPanel value="settings" className="bg-surface">
          {!readOnly && (
            <div className="border-b border-line px-5 py-4">
              <Switch
                spread
                label={t('active')}
                checked={active.isOn}
                disabled={active.isBusy}
                onCheckedChange={active.toggle}
              />
            </div>
          )}
          <FormSettings />
        </TabPanel>
      </div>
      {tab === 'form' && state.selected !== null && <FieldSheet />}
      {tab !== 'settings' && <BottomBar onAdd={() => onTab('form')} />}
    </Tabs>
  );
}

/** The lower half of the screen while a field is selected. */
function FieldSheet() {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly } = useBuilder();
  const remove = useRemoveField();
  const field = state.history.present.fields.find(({ id }) => id === state.selected);
  // The sheet takes half of the screen, and may lie over the field it is about.
  useEffect(() => {
    document.querySelector(`[data-field="${state.selected}"]`)?.scrollIntoView({ block: 'center' });
  }, [state.selected]);
  if (!field) return null;
  return (
    <section
      aria-label={t('tabs.field')}
      className="flex max-h-[48dvh] shrink-0 flex-col rounded-t-xl border-t border-line-strong bg-raised shadow-xl"
    >
      <div className="flex items-center gap-1 px-4 pt-3 pb-1">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-semibold text-ink">{field.label || t(`kinds.${field.type}`)}</p>
          <p className="text-xs text-subtle">{t(`kinds.${field.type}`)}</p>
        </div>
        {!readOnly && (
          <div role="toolbar" aria-label={t('field.tools')} className="flex">
            <IconButton icon={ArrowUp} label={t('field.up')} onClick={() => commands.step(field.id, -1)} />
            <IconButton icon={ArrowDown} label={t('field.down')} onClick={() => commands.step(field.id, 1)} />
            <IconButton icon={Copy} label={t('field.duplicate')} onClick={() => commands.duplicate(field.id)} />
            <IconButton icon={Trash2} label={t('field.delete')} onClick={() => remove(field.id)} />
          </div>
        )}
        <IconButton icon={X} label={t('field.done')} onClick={() => commands.select(null)} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Inspector isNarrow />
      </div>
    </section>
  );
}

function BottomBar({ onAdd }: { onAdd: () => void }) {
  const { readOnly } = useBuilder();
  return (
    <div className="flex shrink-0 gap-3 border-t border-line bg-surface px-4 py-3 *:min-w-0 *:flex-1">
      {!readOnly && <AddField onAdd={onAdd} />}
      <FormPreview />
    </div>
  );
}

function AddField({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('form-builder');
  const add = useAddField();
  return (
    <Menu
      align="center"
      side="top"
      matchWidth
      trigger={
        <Button block icon={Plus}>
          {t('palette.add')}
        </Button>
      }
    >
      {fieldTypes.map((type) => (
        <MenuItem
          key={type}
          icon={fieldIcons[type]}
          onSelect={() => {
            onAdd();
            add(type);
          }}
        >
          {t(`kinds.${type}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
