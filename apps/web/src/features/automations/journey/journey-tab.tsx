import { List, Workflow } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stored } from '#lib/stored.ts';
import { Button } from '#ui/button.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useEditor } from '../editor/editor-context.ts';
import { usePublishState } from '../editor/use-publish-state.ts';
import { Inspector } from '../inspector/inspector.tsx';
import { InspectorSheet } from '../inspector/inspector-sheet.tsx';
import { FiguresBar } from './figures-bar.tsx';
import { KeysBar } from './keys-bar.tsx';
import { StepList } from './list/step-list.tsx';
import { AddAtEnd } from './add-step.tsx';
import { ProblemBar } from './problem-bar.tsx';
import { useFocusTarget } from './use-focus-target.ts';

const Canvas = lazy(async () => ({ default: (await import('./canvas/canvas.tsx')).Canvas }));

type View = 'list' | 'canvas';

/** The list and the canvas are two views of one document; a narrow window has room for the list only. */
export function JourneyTab({ onPublish }: { onPublish: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery('(min-width: 56.25rem)');
  const [view, setView] = useView();
  // The list stays until the canvas is there: after a placeholder React waits for 300 ms before it shows what comes. That takes
  // a boundary around both of them; a boundary that comes with the canvas would show its placeholder.
  const shown = useDeferredValue(view);
  const [isEditing, setEditing] = useState(false);
  const { state, commands } = useEditor();
  useFocusTarget(root, state, commands);
  const edit = () => {
    if (!isWide) setEditing(true);
    else requestAnimationFrame(() => enterInspector(root.current));
  };
  const isCanvas = isWide && shown === 'canvas';
  return (
    <div ref={root} className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-2 border-b border-line px-7 py-3 max-xl:px-5 max-lg:px-4 max-sm:py-2">
          <FiguresBar />
          {isWide && <ViewChoice view={view} onChange={setView} />}
        </div>
        <ProblemBar />
        <Suspense fallback={<SkeletonRows />}>
          {isCanvas ? <Canvas onEdit={edit} /> : <StepList onEdit={edit} isWide={isWide} />}
        </Suspense>
        {!isCanvas && isWide && <KeysBar />}
        {!isWide && <PhoneBar onPublish={onPublish} />}
      </div>
      {isWide && <Inspector />}
      {!isWide && isEditing && <InspectorSheet onClose={() => setEditing(false)} />}
    </div>
  );
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation('automation-editor');
  return (
    <SegmentedControl
      label={t('view.label')}
      value={view}
      onValueChange={onChange}
      className="ml-auto"
      options={[
        { value: 'list', label: t('view.list'), icon: List },
        { value: 'canvas', label: t('view.canvas'), icon: Workflow },
      ]}
    />
  );
}

/** The last choice on this device. */
function useView() {
  const [view, setView] = useState<View>(() => (stored.read('journey-view') === 'canvas' ? 'canvas' : 'list'));
  const change = (next: View) => {
    stored.write('journey-view', next);
    setView(next);
  };
  return [view, change] as const;
}

const enterInspector = (root: HTMLElement | null) =>
  root?.querySelector<HTMLElement>('[data-inspector] :is(input, textarea, button, [role=combobox])')?.focus();

/** What the head has no room for on a phone. */
function PhoneBar({ onPublish }: { onPublish: () => void }) {
  const { t } = useTranslation('automation-editor');
  const { readOnly, keeper } = useEditor();
  const publish = usePublishState(keeper.get());
  if (readOnly) return null;
  return (
    <div className="sticky bottom-0 z-(--z-sticky) grid grid-cols-2 gap-2.5 border-t border-line bg-surface px-4 py-3">
      <AddAtEnd />
      <Button variant="primary" size="lg" disabledReason={publish.reason} onClick={onPublish}>
        {t(publish.label)}
      </Button>
    </div>
  );
}
