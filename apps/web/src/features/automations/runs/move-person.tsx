import { stepsOf } from '@waggle/contracts/automation-document';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { stepIcons } from '../words/step-icons.ts';
import { useMoveRun } from './queries.ts';
import type { OneRun } from './one-run.ts';
import { useStepNames } from './use-step-names.ts';

type MovePersonProps = { run: OneRun; name: string };

/** The steps of the version somebody is in. Of an older one the screen does not know them. */
export function MovePerson({ run, name }: MovePersonProps) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const { automation, words } = useEditor();
  const [stepId, setStepId] = useState<string>();
  const steps = [...stepsOf(automation.published?.steps ?? [])];
  const trigger = (
    <Button
      iconEnd={ChevronDown}
      disabledReason={run.version === automation.version ? undefined : t('move.olderVersion')}
    >
      {t('move.to')}
    </Button>
  );
  if (run.version !== automation.version) return trigger;
  return (
    <>
      <Menu trigger={trigger} align="end">
        {steps.map((step, at) => (
          <MenuItem
            key={step.id}
            icon={stepIcons[step.kind]}
            disabled={step.id === run.stepId}
            description={words.title(step)}
            onSelect={() => setStepId(step.id)}
          >
            {t('move.step', { number: number(at + 2), kind: words.kind(step.kind) })}
          </MenuItem>
        ))}
      </Menu>
      {stepId !== undefined && (
        <ConfirmMove runId={run.id} name={name} stepId={stepId} onClose={() => setStepId(undefined)} />
      )}
    </>
  );
}

type ConfirmMoveProps = { runId: string; name: string; stepId: string; onClose: () => void };

function ConfirmMove({ runId, name, stepId, onClose }: ConfirmMoveProps) {
  const { t } = useTranslation(['automation-runs', 'app']);
  const { automation } = useEditor();
  const nameOf = useStepNames();
  const move = useMoveRun();
  const confirm = () =>
    runMutation(
      move,
      { automationId: automation.id, runId, stepId },
      {
        onSuccess: () => toast({ tone: 'success', title: t('move.done'), description: name }),
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
        onSettled: onClose,
      },
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      variant="primary"
      title={t('move.title', { name, step: nameOf(stepId) })}
      confirmLabel={t('move.confirm')}
      onConfirm={confirm}
      busy={move.isPending}
    >
      {t('move.text')}
    </Confirm>
  );
}
