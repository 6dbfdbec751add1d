import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { StepOf } from '@waggle/contracts/automation-document';
import { createStepEmail } from '@waggle/contracts/automations';
import { Mail, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { HoursSwitch } from './hours-field.tsx';

type EmailFormProps = { step: StepOf<'email'>; change: (patch: Partial<StepOf<'email'>>) => void };

export function EmailForm({ step, change }: EmailFormProps) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  return (
    <>
      <EmailCard step={step} />
      <HoursSwitch
        label={t('hours.own')}
        description={t('hours.ownHint')}
        value={step.hours}
        onChange={(hours) => change({ hours })}
      />
      <Switch
        spread
        label={t('forms.cap')}
        description={t('forms.capHint')}
        checked={step.cap === 'obey'}
        disabled={readOnly}
        onCheckedChange={(on) => change({ cap: on ? 'obey' : 'ignore' })}
      />
    </>
  );
}

/** Subject and sender; the email itself is written in the editor of campaigns. */
function EmailCard({ step }: { step: StepOf<'email'> }) {
  const { t } = useTranslation('automation-editor');
  const { emails, words, readOnly } = useEditor();
  const { open, isPending } = useOpenEmail(step);
  const email = step.campaignId === null ? undefined : emails.get(step.campaignId);
  return (
    <section aria-label={t('forms.email')} className="overflow-hidden rounded-lg border border-line-strong">
      <div aria-hidden className="grid h-20 place-items-center bg-sunken text-subtle">
        <Mail className="size-6" />
      </div>
      <div className="flex items-center gap-3 border-t border-line p-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-semibold text-ink">{words.title(step)}</p>
          <p className="truncate text-xs text-muted">
            {email?.sender ? t('forms.from', { name: email.sender }) : t('forms.noSender')}
          </p>
        </div>
        {!(readOnly && step.campaignId === null) && (
          <Button icon={Pencil} busy={isPending} onClick={open}>
            {t(readOnly ? 'bar.look' : step.campaignId === null ? 'forms.write' : 'forms.edit')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Makes the email where there is none yet, and leads to its editor. */
function useOpenEmail(step: StepOf<'email'>) {
  const { t } = useTranslation(['automation-editor', 'app']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { automation, keeper, commands } = useEditor();
  const make = useMutation({
    mutationFn: async () => {
      // The server knows the step only once it is saved.
      await keeper.flush();
      const body = { stepId: step.id, name: t('forms.emailName', { name: keeper.get().draft.name }) };
      return call(createStepEmail, { params: { automationId: automation.id }, body });
    },
  });
  const show = (campaignId: string) =>
    navigate({ to: '/dashboard/campaigns/$campaignId/edit', params: { campaignId } });
  const open = () => {
    if (step.campaignId !== null) {
      void show(step.campaignId);
      return;
    }
    runMutation(make, undefined, {
      onSuccess: async ({ campaignId }) => {
        commands.change(step.id, { campaignId });
        await keeper.flush();
        await client.invalidateQueries({ queryKey: ['campaigns', 'one', campaignId] });
        await show(campaignId);
      },
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    });
  };
  return { open, isPending: make.isPending };
}
