import { useTranslation } from 'react-i18next';
import { Pencil, Plus, Zap } from 'lucide-react';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { triggersId } from '../../editor/state/editor-store.ts';
import { triggerIcons } from '../../words/step-icons.ts';
import { StepMark } from '../../words/step-mark.tsx';
import { AddStep } from '../add-step.tsx';
import { useList } from './list-context.ts';
import { PlusButton } from './step-bar.tsx';

/** What lets people in: number 1, and always there. */
export function TriggersRow() {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { state, commands, document, words, figures } = useEditor();
  const { onEdit, isWide } = useList();
  const { triggers } = document;
  const [first] = triggers;
  const isSelected = state.selected === triggersId;
  return (
    <li
      style={{ '--depth': 0 } as object}
      className={cx(
        'relative border-b border-line',
        isSelected ? 'z-1 rounded-lg ring-2 ring-ink ring-inset' : 'hover:bg-row-hover',
      )}
    >
      <div className="flex items-center pr-7 max-xl:pr-5 max-sm:pr-4">
        <button
          type="button"
          data-select={triggersId}
          tabIndex={isSelected || state.selected === null ? 0 : -1}
          aria-current={isSelected || undefined}
          onClick={() => commands.select(triggersId)}
          onDoubleClick={onEdit}
          className="flex min-h-13 min-w-0 flex-1 items-center gap-3 py-2 pl-7 text-left focus-visible:-outline-offset-4 max-xl:pl-5 max-sm:pl-4"
        >
          <span aria-hidden className="w-5 shrink-0 text-right text-xs text-subtle max-sm:hidden">
            {number(1)}
          </span>
          <StepMark icon={first ? triggerIcons[first.kind] : Zap} tone="start" />
          <span className="min-w-0 flex-1">
            <span className="block text-xs text-muted">
              {t(triggers.length > 1 ? 'triggers.any' : 'triggers.when')}
            </span>
            {triggers.length === 0 && (
              <span className="block text-sm font-semibold text-ink">{t('empty.trigger')}</span>
            )}
            {triggers.map((trigger) => (
              <span key={JSON.stringify(trigger)} className="block truncate text-sm text-ink">
                <span>{words.triggerKind(trigger.kind)}</span>{' '}
                <span className="font-semibold">{words.subjectOf(trigger)}</span>
              </span>
            ))}
          </span>
        </button>
        {figures && (
          <span className="text-sm text-muted tabular-nums sm:pr-2">
            <span className="font-semibold text-ink">{number(figures.entered)}</span> {t('figures.entered')}
          </span>
        )}
      </div>
      {isSelected && <TriggerActions isWide={isWide} onEdit={onEdit} />}
    </li>
  );
}

function TriggerActions({ isWide, onEdit }: { isWide: boolean; onEdit: () => void }) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  const { adding, setAdding } = useList();
  const menu = {
    place: { lane: null, index: 0 },
    open: adding === triggersId,
    onOpenChange: (open: boolean) => setAdding(open ? triggersId : null),
  };
  if (isWide) return readOnly ? null : <AddStep {...menu} trigger={<PlusButton label={t('addBelow')} />} />;
  return (
    <div className="flex gap-2 px-4 pb-3">
      <Button icon={Pencil} size="lg" className="flex-1" onClick={onEdit}>
        {t(readOnly ? 'bar.look' : 'bar.edit')}
      </Button>
      {!readOnly && (
        <AddStep
          {...menu}
          align="end"
          trigger={<IconButton icon={Plus} label={t('addBelow')} variant="secondary" size="lg" />}
        />
      )}
    </div>
  );
}
