import type { Step } from '@waggle/contracts/automation-document';
import type { Place } from '@waggle/automations/steps';
import { ArrowDown, ArrowUp, Copy, Ellipsis, Pencil, Plus, Split, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import type { Icon } from '#ui/icon.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { AddStep } from '../add-step.tsx';
import { useStepActions } from '../use-step-actions.ts';
import { useList } from './list-context.ts';

type StepBarProps = { step: Step; place: Place };

const below = ({ lane, index }: Place): Place => ({ lane, index: index + 1 });

/** Above the right end of the selected step, and a plus on its lower edge. */
export function StepBar({ step, place }: StepBarProps) {
  const { t } = useTranslation('automation-editor');
  const { commands } = useEditor();
  const actions = useStepActions();
  const { adding, setAdding } = useList();
  return (
    <>
      <div
        role="toolbar"
        aria-label={t('bar.label')}
        className="absolute -top-5 right-4 z-2 flex rounded-md bg-inverse p-0.5 shadow-md"
      >
        <BarButton icon={ArrowUp} label={t('bar.up')} onClick={() => actions.move(step.id, -1)} />
        <BarButton icon={ArrowDown} label={t('bar.down')} onClick={() => actions.move(step.id, 1)} />
        <BarButton icon={Copy} label={t('bar.duplicate')} onClick={() => actions.duplicate(step.id)} />
        <BarButton icon={Split} label={t('bar.wrap')} onClick={() => commands.wrap(step.id)} />
        <BarButton icon={Trash2} label={t('bar.remove')} onClick={() => actions.remove(step.id)} />
      </div>
      <AddStep
        place={below(place)}
        open={adding === step.id}
        onOpenChange={(open) => setAdding(open ? step.id : null)}
        trigger={<PlusButton label={t('addBelow')} />}
      />
    </>
  );
}

export function PlusButton({ label, ...rest }: { label: string } & Omit<React.ComponentProps<'button'>, 'type'>) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className="absolute -bottom-3 left-[calc(4rem+var(--depth)*1.75rem)] z-2 grid size-6 place-items-center rounded-full border border-line-strong bg-surface text-muted shadow-xs hover:text-ink"
    >
      <Plus aria-hidden className="size-3.5" />
    </button>
  );
}

type BarButtonProps = { icon: Icon; label: string; onClick: () => void };

function BarButton({ icon: Icon, label, onClick }: BarButtonProps) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        aria-label={label}
        onClick={onClick}
        className="grid size-8 place-items-center rounded-sm text-on-inverse hover:bg-[color-mix(in_oklab,var(--text-inverse)_14%,transparent)]"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  );
}

/** Large enough for fingers. */
export function PhoneActions({ step, place }: StepBarProps) {
  const { t } = useTranslation('automation-editor');
  const { commands, readOnly } = useEditor();
  const actions = useStepActions();
  const { onEdit, adding, setAdding } = useList();
  const edit = (
    <Button icon={Pencil} size="lg" className="flex-1" onClick={onEdit}>
      {t(readOnly ? 'bar.look' : 'bar.edit')}
    </Button>
  );
  return (
    <div className="flex gap-2 px-4 pb-3">
      {edit}
      {!readOnly && (
        <>
          <AddStep
            place={below(place)}
            align="end"
            open={adding === step.id}
            onOpenChange={(open) => setAdding(open ? step.id : null)}
            trigger={<IconButton icon={Plus} label={t('addBelow')} variant="secondary" size="lg" />}
          />
          <IconButton
            icon={ArrowUp}
            label={t('bar.up')}
            variant="secondary"
            size="lg"
            onClick={() => actions.move(step.id, -1)}
          />
          <IconButton
            icon={ArrowDown}
            label={t('bar.down')}
            variant="secondary"
            size="lg"
            onClick={() => actions.move(step.id, 1)}
          />
          <Menu trigger={<IconButton icon={Ellipsis} label={t('bar.more')} variant="secondary" size="lg" />}>
            <MenuItem icon={Copy} onSelect={() => actions.duplicate(step.id)}>
              {t('bar.duplicate')}
            </MenuItem>
            <MenuItem icon={Split} onSelect={() => commands.wrap(step.id)}>
              {t('bar.wrap')}
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => actions.remove(step.id)}>
              {t('bar.remove')}
            </MenuItem>
          </Menu>
        </>
      )}
    </div>
  );
}
