import { automationLimits, type Happening } from '@waggle/contracts/automation-document';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { HappeningField } from '../inspector/happening-field.tsx';

/** What makes people leave wherever they stand. Who unsubscribes always does. */
export function LeaveRules() {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { document, commands, readOnly } = useEditor();
  const { stay } = document;
  const set = (leaveWhen: Happening[]) => commands.set({ stay: { ...stay, leaveWhen } });
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink">{t('settings.leaveWhen')}</h3>
      <p className="text-sm text-muted">{t('settings.leaveAlways')}</p>
      {stay.leaveWhen.map((what, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rules have no id, and none moves
        <div key={at} className="flex items-start gap-2 rounded-lg border border-line-strong p-4">
          <div className="min-w-0 flex-1">
            <HappeningField
              label={t('settings.leaveRule', { number: number(at + 1) })}
              value={what}
              onChange={(next) => set(stay.leaveWhen.with(at, next))}
            />
          </div>
          {!readOnly && (
            <IconButton
              icon={X}
              label={t('settings.removeRule', { number: number(at + 1) })}
              onClick={() => set(stay.leaveWhen.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {!readOnly && stay.leaveWhen.length < automationLimits.triggers && (
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => set([...stay.leaveWhen, { kind: 'purchase.made' }])}
        >
          {t('settings.addRule')}
        </Button>
      )}
    </div>
  );
}
