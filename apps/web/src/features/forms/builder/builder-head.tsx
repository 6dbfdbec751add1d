import { useNavigate } from '@tanstack/react-router';
import { Cloud, CloudAlert, CloudOff, Monitor, Redo2, Share2, Smartphone, Undo2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import { Switch } from '#ui/switch.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { type Screen, useBuilder } from './builder-context.ts';
import { BuilderTitle } from './builder-frame.tsx';
import type { Kept } from './draft/form-keeper.ts';

type BuilderHeadProps = {
  title: string;
  kept: Kept;
  isNarrow: boolean;
  active: { isOn: boolean; toggle: (on: boolean) => void; isBusy: boolean };
  onScreen: (screen: Screen) => void;
  save: { run: () => void; isBusy: boolean; reason: string | undefined };
  onClose: () => void;
};

export function BuilderHead({ title, kept, isNarrow, active, onScreen, save, onClose }: BuilderHeadProps) {
  const { t } = useTranslation('form-builder');
  const { readOnly, screen } = useBuilder();
  const close = <IconButton icon={X} label={t('close')} onClick={onClose} />;
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-3 border-b border-line px-5 py-2 max-sm:gap-2 max-sm:px-2">
      {isNarrow && close}
      <div className="flex min-w-0 flex-1 items-center gap-3 max-lg:flex-col max-lg:items-start max-lg:gap-0">
        <BuilderTitle>{title}</BuilderTitle>
        <span aria-hidden className="h-5 w-px bg-line max-lg:hidden" />
        <div className="flex w-full min-w-0 items-center gap-2 lg:w-auto">
          <FormName complaint={kept.draft.name.trim() === '' ? 'Form name is required' : undefined} />
          {!readOnly && <SaveState kept={kept} />}
        </div>
      </div>
      {!readOnly && <History isNarrow={isNarrow} />}
      {!isNarrow && (
        <SegmentedControl
          label={t('screen.label')}
          value={screen}
          onValueChange={onScreen}
          options={[
            { value: 'desktop', icon: Monitor, label: t('screen.desktop') },
            { value: 'phone', icon: Smartphone, label: t('screen.phone') },
          ]}
        />
      )}
      {!readOnly && !isNarrow && (
        <Switch
          label={t('active')}
          checked={active.isOn}
          disabled={active.isBusy}
          onCheckedChange={active.toggle}
          className="items-center"
        />
      )}
      {!isNarrow && kept.record && <ShareButton formId={kept.record.id} />}
      {!readOnly && (
        <Button variant="primary" busy={save.isBusy} disabledReason={save.reason} onClick={save.run}>
          {t(saveKey(isNarrow))}
        </Button>
      )}
      {!isNarrow && close}
    </header>
  );
}

/** A phone has no place for both words in every language. */
const saveKey = (isNarrow: boolean) => (isNarrow ? 'saveShort' : 'save');

/** Opens above the builder, as the address says. */
function ShareButton({ formId }: { formId: string }) {
  const { t } = useTranslation('forms');
  const navigate = useNavigate({ from: '/dashboard/forms' });
  return (
    <Button icon={Share2} onClick={() => void navigate({ search: (now) => ({ ...now, share: formId }) })}>
      {t('share')}
    </Button>
  );
}

function FormName({ complaint }: { complaint: string | undefined }) {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly } = useBuilder();
  const { name } = state.history.present;
  if (readOnly) return <span className="min-w-0 truncate text-sm font-semibold text-ink">{name}</span>;
  const text = complaint && translateSentence(complaint);
  return (
    <Tooltip label={text ?? t('name')}>
      <input
        type="text"
        data-form-name
        aria-label={t('name')}
        aria-invalid={complaint ? true : undefined}
        value={name}
        placeholder={text ?? t('name')}
        maxLength={200}
        onChange={(event) => commands.rename(event.currentTarget.value)}
        className={cx(
          'field-sizing-content -ml-1 h-7 max-w-72 min-w-24 truncate rounded-sm border border-transparent bg-transparent px-1 text-sm font-semibold text-ink hover:border-line-strong focus-visible:border-line-control',
          'placeholder:font-normal placeholder:text-danger-text aria-invalid:border-danger max-lg:max-w-44 max-lg:font-normal max-lg:text-muted',
        )}
      />
    </Tooltip>
  );
}

/** Where the work is: on the server since a time, on its way, or in this browser only. */
function SaveState({ kept: { state, record: form } }: { kept: Kept }) {
  const { t } = useTranslation('form-builder');
  const format = useFormat();
  if (state === 'saved' && !form) return null;
  const Icon = state === 'failed' || state === 'disputed' ? CloudAlert : state === 'incomplete' ? CloudOff : Cloud;
  const text =
    state === 'saved' && form
      ? t('saveState.saved', { time: format.time(form.draftChangedAt) })
      : t(`saveState.${state === 'saved' ? 'waiting' : state}`);
  return (
    <span role="status" title={text} className="flex min-w-0 shrink-0 items-center gap-1.5 text-sm text-subtle">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate max-xl:sr-only">{text}</span>
    </span>
  );
}

function History({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation('form-builder');
  const { state, commands } = useBuilder();
  const { past, future } = state.history;
  return (
    <div className="flex shrink-0">
      <IconButton
        icon={Undo2}
        label={t('undo')}
        shortcut={shortcutText('mod+z')}
        disabled={past.length === 0}
        onClick={() => commands.undo()}
      />
      {!isNarrow && (
        <IconButton
          icon={Redo2}
          label={t('redo')}
          shortcut={shortcutText('mod+shift+z')}
          disabled={future.length === 0}
          onClick={() => commands.redo()}
        />
      )}
    </div>
  );
}
