import { findStep } from '@waggle/automations/steps';
import { useTranslation } from 'react-i18next';
import { Zap } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useFormat } from '#lib/format.ts';
import type { Icon } from '#ui/icon.ts';
import { useEditor } from '../editor/editor-context.ts';
import { triggersId } from '../editor/state/editor-store.ts';
import { stepIcons, triggerIcons } from '../words/step-icons.ts';
import { type MarkTone, StepMark } from '../words/step-mark.tsx';
import { PeopleHere } from './people-here.tsx';
import { StepForm } from './step-forms.tsx';
import { StepStrip } from './step-strip.tsx';
import { TriggersForm } from './triggers-form.tsx';

/** Beside the steps: what is selected, and its settings. Escape leads back to the step. */
export function Inspector() {
  const { t } = useTranslation('automation-editor');
  const { state, commands } = useEditor();
  const { selected } = state;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || selected === null) return;
    event.preventDefault();
    commands.select(selected, true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside come up to it
    <aside
      data-inspector
      aria-label={t('inspector.label')}
      onKeyDown={press}
      className="w-86 shrink-0 overflow-y-auto border-l border-line max-xl:w-76"
    >
      {selected === null ? <p className="p-6 text-sm text-muted">{t('inspector.none')}</p> : <InspectorBody />}
    </aside>
  );
}

export function InspectorBody() {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { state, document, words, numbers } = useEditor();
  const [first] = document.triggers;
  if (state.selected === triggersId) {
    return (
      <>
        <Head
          icon={first ? triggerIcons[first.kind] : Zap}
          tone="start"
          kind={t('inspector.start')}
          title={t('inspector.triggers')}
        />
        <div className="flex flex-col gap-4 p-5">
          <TriggersForm />
        </div>
      </>
    );
  }
  const step = state.selected === null ? undefined : findStep(document.steps, state.selected);
  if (!step) return null;
  const shown = t('stepNumber', { number: number(numbers.get(step.id) ?? 0) });
  return (
    <>
      <Head icon={stepIcons[step.kind]} kind={`${shown} · ${words.kind(step.kind)}`} title={words.title(step)} />
      <StepStrip step={step} />
      <div className="flex flex-col gap-4 p-5">
        <StepForm step={step} />
      </div>
      <PeopleHere stepId={step.id} />
    </>
  );
}

type HeadProps = { icon: Icon; tone?: MarkTone; kind: string; title: string };

function Head({ icon, tone, kind, title }: HeadProps) {
  return (
    <header className="flex items-center gap-3 border-b border-line px-5 py-4">
      <StepMark icon={icon} tone={tone} />
      <div className="min-w-0">
        <p className="truncate text-xs text-muted">{kind}</p>
        <h2 className="truncate text-sm font-semibold text-ink">{title}</h2>
      </div>
    </header>
  );
}
