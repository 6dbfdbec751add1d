import { stepKinds } from '@waggle/automations/make-step';
import { depthOf, listOf, type Place } from '@waggle/automations/steps';
import { automationLimits, type StepKind } from '@waggle/contracts/automation-document';
import { splitTestTiers } from '@waggle/contracts/plans';
import { Plus } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useMissingPlan } from '#features/accounts/index.ts';
import { announce } from '#lib/announce.tsx';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { stepIcons } from '../words/step-icons.ts';

type AddStepProps = {
  place: Place;
  trigger: ReactElement;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
};

/** The kinds of steps that may stand at a place. The keyboard goes to the step that was made. */
export function AddStep({ place, trigger, open, onOpenChange, align = 'start' }: AddStepProps) {
  const { t } = useTranslation('automation-editor');
  const { commands, catalogue, document, words } = useEditor();
  const made = useRef(false);
  const splitPlan = useMissingPlan()(splitTestTiers);
  const isDeepest = depthOf(document.steps, place.lane) >= automationLimits.depth;
  const [field] = catalogue.fields;
  const reasonFor = (kind: StepKind): string | undefined => {
    if (isDeepest && ['if', 'split', 'wait-for'].includes(kind)) return t('tooDeep');
    return kind === 'field' && !field ? t('noFields') : undefined;
  };
  const add = (kind: StepKind) => {
    made.current = commands.insert(kind, place, field?.key);
    announce(t(made.current ? 'announce.added' : 'announce.full', { kind: words.kind(kind) }));
  };
  const keepFocus = (event: Event) => {
    if (made.current) event.preventDefault();
    made.current = false;
  };
  return (
    <Menu trigger={trigger} align={align} open={open} onOpenChange={onOpenChange} onCloseFocus={keepFocus}>
      {stepKinds.map((kind) => (
        <MenuItem
          key={kind}
          icon={stepIcons[kind]}
          disabled={reasonFor(kind) !== undefined}
          description={reasonFor(kind) ?? (kind === 'split' && splitPlan && t('inPlan', { plan: splitPlan }))}
          onSelect={() => add(kind)}
        >
          {t(`kinds.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Below the last step. */
export function AddAtEnd() {
  const { t } = useTranslation('automation-editor');
  const { document } = useEditor();
  const index = listOf(document.steps, null)?.length ?? 0;
  return (
    <AddStep
      place={{ lane: null, index }}
      trigger={
        <Button icon={Plus} size="lg">
          {t('addStep')}
        </Button>
      }
    />
  );
}
