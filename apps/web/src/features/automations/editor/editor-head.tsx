import { Link } from '@tanstack/react-router';
import { Cloud, CloudAlert, CloudOff, Redo2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { StatusBadge } from '../status-badge.tsx';
import { StatusMenu } from '../status/status-menu.tsx';
import type { Kept } from './draft/automation-keeper.ts';
import { useEditor } from './editor-context.ts';
import { type EditorTab, editorTabs } from './tabs.ts';
import { TestMenu } from './test-menu.tsx';
import { usePublishState } from './use-publish-state.ts';

type EditorHeadProps = {
  kept: Kept;
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
  onPublish: () => void;
  onTest: () => void;
};

export function EditorHead({ kept, tab, onTab, onPublish, onTest }: EditorHeadProps) {
  const { t } = useTranslation(['automation-editor', 'automations']);
  const { readOnly, automation } = useEditor();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const publish = usePublishState(kept);
  const tabs = (
    <SegmentedControl
      label={t('tabs.label')}
      value={tab}
      onValueChange={onTab}
      options={editorTabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
    />
  );
  return (
    <>
      <PageHeader
        title={kept.draft.name}
        breadcrumb={[
          <Link key="automations" to="/dashboard/automations">
            {t('automations:title')}
          </Link>,
        ]}
        status={
          <>
            <StatusBadge automation={automation} />
            {!readOnly && <SaveState kept={kept} />}
          </>
        }
        actions={
          <>
            {isWide && tabs}
            {!readOnly && isWide && <History />}
            <TestMenu isWide={isWide} onWalk={onTest} />
            <StatusMenu />
            {!readOnly && isWide && (
              <Button variant="primary" disabledReason={publish.reason} onClick={onPublish}>
                {t(publish.label)}
              </Button>
            )}
          </>
        }
      />
      {!isWide && <div className="border-b border-line px-4 py-2">{tabs}</div>}
    </>
  );
}

/** Where the work is: on the server since a time, on its way, or in this browser only. */
function SaveState({ kept: { state, record: automation } }: { kept: Kept }) {
  const { t } = useTranslation('automation-editor');
  const format = useFormat();
  const Icon = state === 'failed' || state === 'disputed' ? CloudAlert : state === 'incomplete' ? CloudOff : Cloud;
  const text =
    state === 'saved'
      ? t('saveState.saved', { time: format.time(automation.draftChangedAt) })
      : t(`saveState.${state}`);
  return (
    <span role="status" title={text} className="flex min-w-0 shrink-0 items-center gap-1.5 text-sm text-subtle">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate max-xl:sr-only">{text}</span>
    </span>
  );
}

function History() {
  const { t } = useTranslation('automation-editor');
  const { state, commands } = useEditor();
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
      <IconButton
        icon={Redo2}
        label={t('redo')}
        shortcut={shortcutText('mod+y')}
        disabled={future.length === 0}
        onClick={() => commands.redo()}
      />
    </div>
  );
}
