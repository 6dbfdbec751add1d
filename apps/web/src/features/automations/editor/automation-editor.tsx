import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Automation } from '@waggle/contracts/automations';
import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '#lib/i18n.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { JourneyTab } from '../journey/journey-tab.tsx';
import { useKeeper } from './draft/use-keeper.ts';
import { EditorContext } from './editor-context.ts';
import { EditorHead } from './editor-head.tsx';
import { Notices } from './notices.tsx';
import { type EditorTab, editorTabs } from './tabs.ts';
import { useEditorParts } from './use-editor-parts.ts';
import { useUndoKeys } from './use-undo-keys.ts';

const RunsTab = lazy(async () => ({ default: (await import('../runs/runs-tab.tsx')).RunsTab }));
const SettingsTab = lazy(async () => ({ default: (await import('../settings/settings-tab.tsx')).SettingsTab }));
const TestSheet = lazy(async () => ({ default: (await import('../trials/walk/test-sheet.tsx')).TestSheet }));
const BackTestPage = lazy(async () => ({
  default: (await import('../trials/back-test/back-test-page.tsx')).BackTestPage,
}));
const VersionsPage = lazy(async () => {
  const [{ VersionsPage: Page }] = await Promise.all([
    import('../versions/versions-page.tsx'),
    loadTexts('automation-versions'),
  ]);
  return { default: Page };
});
const PublishDialog = lazy(async () => ({ default: (await import('../publish/publish-dialog.tsx')).PublishDialog }));

/** What is saved is a draft until it is published. */
export function AutomationEditor({ automation: opened }: { automation: Automation }) {
  const { keeper, kept } = useKeeper(opened);
  const editor = useEditorParts(keeper, kept);
  const { tab, page, showTab } = useTab();
  const [asked, setAsked] = useState<'publish' | 'test'>();
  const { commands, readOnly } = editor;
  const publish = () => setAsked('publish');
  const close = () => setAsked(undefined);
  useShortcuts(readOnly ? {} : { 'mod+s': () => void keeper.flush() });
  useUndoKeys(commands);
  return (
    <EditorContext value={editor}>
      <div className="flex min-h-0 flex-1 flex-col lg:h-[calc(100dvh-1.125rem)]">
        {!page && (
          <>
            <EditorHead kept={kept} tab={tab} onTab={showTab} onPublish={publish} onTest={() => setAsked('test')} />
            <Notices />
            {tab === 'journey' && <JourneyTab onPublish={publish} />}
          </>
        )}
        <Suspense>
          {page === 'back-test' && <BackTestPage onPublish={publish} />}
          {page === 'versions' && <VersionsPage />}
          {!page && tab === 'runs' && <RunsTab />}
          {!page && tab === 'settings' && <SettingsTab />}
        </Suspense>
        <Suspense>
          {asked === 'publish' && <PublishDialog onClose={close} />}
          {asked === 'test' && <TestSheet onClose={close} />}
        </Suspense>
      </div>
    </EditorContext>
  );
}

function useTab() {
  const address = useSearch({ from: '/dashboard/automations/$automationId' });
  const navigate = useNavigate({ from: '/dashboard/automations/$automationId' });
  const tab = editorTabs.find((one) => one === address.tab) ?? 'journey';
  return {
    tab,
    /** A page of its own over the same draft. */
    page: (['back-test', 'versions'] as const).find((one) => one === address.tab),
    showTab: (next: EditorTab) =>
      void navigate({ search: { tab: next === 'journey' ? undefined : next }, replace: true }),
  };
}
