import type { Form } from '@waggle/contracts/forms';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { toast } from '#ui/toast-store.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { BuilderContext, type BuilderTab, type Screen } from './builder-context.ts';
import { BuilderFrame } from './builder-frame.tsx';
import { BuilderHead } from './builder-head.tsx';
import { FormDragArea } from './canvas/drag.tsx';
import { useKeeper } from './draft/use-keeper.ts';
import { NarrowBuilder } from './narrow-builder.tsx';
import { Notices } from './notices.tsx';
import { PublishDialog } from './publish/publish-dialog.tsx';
import { hasNews, useSaveForm } from './publish/use-save-form.ts';
import type { FormDraft } from './state/form-draft.ts';
import { useBuilderState } from './state/use-builder-state.ts';
import { useActive } from './use-active.ts';
import { useBuilderParts } from './use-builder-parts.ts';
import { onEscape, useFocusTarget, useUndoKeys } from './use-keys.ts';
import { WideBuilder } from './wide-builder.tsx';

export type FormBuilderProps = {
  /** Absent while a new one is made. */
  form: Form | undefined;
  draft: FormDraft;
  owner: { clientId?: string | null };
  onClose: () => void;
};

/** Builds a form over the whole window: what is saved is a draft until it is published. */
export function FormBuilder({ form: opened, draft, owner, onClose }: FormBuilderProps) {
  const { t } = useTranslation('form-builder');
  const { keeper, kept } = useKeeper({ form: opened, draft, owner });
  useRecordTitle(kept.draft.name.trim());
  const mayWrite = useHolds('forms:write');
  const readOnly = !mayWrite || opened?.isBeyondPlan === true;
  const { state, commands } = useBuilderState({ draft: kept.draft, onChange: keeper.change, readOnly });
  const [screen, setScreen] = useState<Screen>('desktop');
  const [tab, setTab] = useTab(state.selected);
  const [tried, setTried] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 63.99rem)');
  const active = useActive(keeper, kept);
  const builder = useBuilderParts({ keeper, kept, state, commands, readOnly, screen, owner, tried, onTab: setTab });
  useShortcuts(readOnly ? {} : { 'mod+s': () => void keeper.flush() });
  useUndoKeys(root, commands);
  useFocusTarget(root, state, commands);

  const { run, review, isPending } = useReviewedSave({
    keeper,
    onWrong: (fieldId) => {
      setTried(true);
      if (fieldId === null) root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      else commands.select(fieldId, 'label');
    },
    onDone: onClose,
  });
  const parts = { tab, onTab: setTab, notices: <Notices keeper={keeper} kept={kept} /> };
  return (
    <BuilderContext value={builder}>
      <BuilderFrame
        onClose={onClose}
        onEscape={(event) => onEscape(event, state, commands)}
        head={
          <BuilderHead
            title={t(opened ? 'edit' : 'create')}
            kept={kept}
            isNarrow={isNarrow}
            active={active}
            onScreen={setScreen}
            save={{ run, isBusy: isPending, reason: hasNews(kept) ? undefined : t('nothingNew') }}
            onClose={onClose}
          />
        }
      >
        <FormDragArea root={root}>
          <div ref={root} className="flex min-h-0 flex-1 flex-col">
            {isNarrow ? <NarrowBuilder {...parts} active={active} /> : <WideBuilder {...parts} />}
          </div>
        </FormDragArea>
        {review && kept.record && (
          <PublishDialog form={kept.record} draft={kept.draft} {...review} isBusy={isPending} />
        )}
      </BuilderFrame>
    </BuilderContext>
  );
}

/** The settings stay open until another field is selected. */
function useTab(selected: string | null) {
  const [asked, setAsked] = useState<{ tab: BuilderTab; at: string | null }>({ tab: 'field', at: null });
  const isOver = asked.tab === 'settings' && selected !== null && selected !== asked.at;
  return [isOver ? 'field' : asked.tab, (tab: BuilderTab) => setAsked({ tab, at: selected })] as const;
}

type ReviewedSave = Pick<Parameters<typeof useSaveForm>[0], 'keeper' | 'onWrong'> & { onDone: () => void };

/** Of a form that people see already the changes are shown before they are published. */
function useReviewedSave({ keeper, onWrong, onDone }: ReviewedSave) {
  const { t } = useTranslation('form-builder');
  const [isReviewing, setReviewing] = useState(false);
  const { check, publish, isPending } = useSaveForm({
    keeper,
    onWrong,
    onPublished: (form, isFirst) => {
      toast({
        tone: 'success',
        title: t(isFirst ? 'published' : 'updated'),
        action: { label: t('viewForm'), onAction: () => window.open(form.url, '_blank', 'noopener') },
      });
      onDone();
    },
    onRefused: () => setReviewing(false),
  });
  const run = () => {
    if (!check()) return;
    if (keeper.get().record?.published) setReviewing(true);
    else publish();
  };
  return { run, isPending, review: isReviewing && { onPublish: publish, onClose: () => setReviewing(false) } };
}
