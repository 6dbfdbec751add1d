import { findStep, placeOf, type Place } from '@waggle/automations/steps';
import type { StepKind } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { useEditor } from '../../editor/editor-context.ts';
import { stepIcons } from '../../words/step-icons.ts';

/** Those that people need most; the others are in the menu of each plus. */
const kinds = ['email', 'wait', 'if', 'tag', 'webhook', 'goal'] as const satisfies readonly StepKind[];

/** Adds below what is selected, else at the end. */
export function StepPalette() {
  const { t } = useTranslation('automation-editor');
  const { state, document, commands, words } = useEditor();
  const place = (): Place => {
    const { selected } = state;
    const at = selected !== null && findStep(document.steps, selected) ? placeOf(document.steps, selected) : undefined;
    return at ? { ...at, index: at.index + 1 } : { lane: null, index: document.steps.length };
  };
  const add = (kind: StepKind) =>
    announce(t(commands.insert(kind, place()) ? 'announce.added' : 'announce.full', { kind: words.kind(kind) }));
  return (
    <div
      role="toolbar"
      aria-label={t('canvas.stepBar')}
      className="absolute bottom-4 left-1/2 z-5 flex -translate-x-1/2 rounded-lg border border-line-strong bg-surface p-1 shadow-md"
    >
      {kinds.map((kind) => {
        const Icon = stepIcons[kind];
        return (
          <button
            key={kind}
            type="button"
            onClick={() => add(kind)}
            className="flex h-9 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-ink hover:bg-fill"
          >
            <Icon aria-hidden className="size-4 text-muted" />
            <span className="max-xl:sr-only">{t(`kinds.${kind}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
