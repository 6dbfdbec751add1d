import { automationLimits, type Trigger } from '@waggle/contracts/automation-document';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../editor/editor-context.ts';
import { KindField } from './happening-field.tsx';
import { triggerKinds } from './make-trigger.ts';
import { WhatField } from './what-field.tsx';

/** What lets people in: any of up to five. */
export function TriggersForm() {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { document, commands, readOnly } = useEditor();
  const { triggers } = document;
  const set = (next: Trigger[]) => commands.set({ triggers: next });
  const mayAdd = !readOnly && triggers.length !== 0 && triggers.length !== automationLimits.triggers;
  const replace = (at: number, trigger: Trigger) => set(triggers.toSpliced(at, 1, trigger));
  // The first choice is the same control before and after it was made, so that it keeps the keyboard.
  const shown = triggers.length === 0 ? [undefined] : triggers;
  return (
    <>
      {shown.map((trigger, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- triggers have no id, and none moves
        <section
          key={at}
          aria-label={t('triggers.nth', { number: number(at + 1) })}
          className="flex flex-col gap-3 border-b border-line pb-4"
        >
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <KindField
                label={t(at === 0 ? 'triggers.when' : 'triggers.or')}
                kinds={triggerKinds}
                value={trigger?.kind}
                onChange={(next) => replace(at, next)}
              />
            </div>
            {!readOnly && trigger && (
              <IconButton
                icon={X}
                label={t('triggers.remove', { number: number(at + 1) })}
                onClick={() => set(triggers.toSpliced(at, 1))}
              />
            )}
          </div>
          {trigger && <WhatField value={trigger} onChange={(next) => replace(at, next)} />}
        </section>
      ))}
      {mayAdd && (
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => set([...triggers, { kind: 'form.submitted', formId: null }])}
        >
          {t('triggers.add')}
        </Button>
      )}
    </>
  );
}
