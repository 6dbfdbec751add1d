import type { Step, StepKind, StepOf } from '@waggle/contracts/automation-document';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ChoiceField } from './choice-field.tsx';
import { DurationField } from './duration-field.tsx';
import { EmailForm } from './email-form.tsx';
import { FieldChoice } from './field-choice.tsx';
import { GoalForm } from './goal-form.tsx';
import { HappeningField } from './happening-field.tsx';
import { NotifyForm } from './notify-form.tsx';
import { RulesPart } from './rules-part.tsx';
import { SplitForm } from './split-form.tsx';
import { TagsChoice } from './tags-choice.tsx';
import { WaitUntilForm } from './wait-until-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

export type FormProps<Kind extends StepKind> = { step: StepOf<Kind>; change: (patch: Partial<StepOf<Kind>>) => void };

function WaitForm({ step, change }: FormProps<'wait'>) {
  const { t } = useTranslation('automation-editor');
  return (
    <DurationField
      label={t('forms.waitFor')}
      hint={t('forms.waitHint')}
      value={step.for}
      onChange={(duration) => change({ for: duration })}
    />
  );
}

function WaitForForm({ step, change }: FormProps<'wait-for'>) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  return (
    <>
      <HappeningField label={t('forms.what')} value={step.what} onChange={(what) => change({ what })} />
      <Field label={t('forms.since')}>
        {(control) => (
          <Select
            {...control}
            value={step.since}
            disabled={readOnly}
            onValueChange={(since) => change({ since: since as 'entry' | 'arrival' })}
            options={[
              { value: 'arrival', label: t('forms.sinceArrival') },
              { value: 'entry', label: t('forms.sinceEntry') },
            ]}
          />
        )}
      </Field>
      <DurationField label={t('forms.atMost')} value={step.atMost} onChange={(atMost) => change({ atMost })} />
    </>
  );
}

function IfForm({ step, change }: FormProps<'if'>) {
  const { t } = useTranslation('automation-editor');
  return (
    <>
      <p className="text-sm text-muted">{t('forms.ifHint')}</p>
      <RulesPart tree={step.rule} onChange={(rule) => change({ rule })} />
    </>
  );
}

function TagForm({ step, change }: FormProps<'tag'>) {
  const { t } = useTranslation('automation-editor');
  return (
    <>
      <TagsChoice label={t('forms.addTags')} value={step.add} onChange={(add) => change({ add })} />
      <TagsChoice label={t('forms.removeTags')} value={step.remove} onChange={(remove) => change({ remove })} />
    </>
  );
}

function FieldForm({ step, change }: FormProps<'field'>) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  return (
    <>
      <FieldChoice label={t('forms.field')} value={step.field} onChange={(field) => change({ field })} />
      <Field label={t('forms.value')} hint={t('forms.valueHint')}>
        {(control) => (
          <TextInput
            {...control}
            value={step.value}
            maxLength={500}
            readOnly={readOnly}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function WebhookForm({ step, change }: FormProps<'webhook'>) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  return (
    <>
      <Field label={t('forms.url')} hint={t('forms.urlHint')}>
        {(control) => (
          <Textarea
            {...control}
            mono
            rows={3}
            value={step.url}
            maxLength={2_000}
            readOnly={readOnly}
            onChange={(event) => change({ url: event.currentTarget.value.replaceAll(/\s/g, '') })}
          />
        )}
      </Field>
      <Switch
        spread
        label={t('forms.reply')}
        description={t('forms.replyHint')}
        checked={step.reply !== null}
        disabled={readOnly}
        onCheckedChange={(on) => change({ reply: on ? { atMost: { amount: 1, unit: 'hours' } } : null })}
      />
      {step.reply && (
        <DurationField
          label={t('forms.atMost')}
          value={step.reply.atMost}
          onChange={(atMost) => change({ reply: { atMost } })}
        />
      )}
      <WebhookSecret />
    </>
  );
}

function EnterForm({ step, change }: FormProps<'enter'>) {
  const { t } = useTranslation('automation-editor');
  const { catalogue, automation } = useEditor();
  return (
    <>
      <ChoiceField
        label={t('what.automation')}
        list={catalogue.automations.filter(({ id }) => id !== automation.id)}
        value={step.automationId}
        onChange={(automationId) => change({ automationId })}
      />
      <p className="text-sm text-muted">{t('forms.enterHint')}</p>
    </>
  );
}

function LeaveForm() {
  const { t } = useTranslation('automation-editor');
  return <p className="text-sm text-muted">{t('forms.leaveHint')}</p>;
}

const forms: { [Kind in StepKind]: ComponentType<FormProps<Kind>> } = {
  email: EmailForm,
  wait: WaitForm,
  'wait-until': WaitUntilForm,
  'wait-for': WaitForForm,
  if: IfForm,
  split: SplitForm,
  tag: TagForm,
  field: FieldForm,
  notify: NotifyForm,
  webhook: WebhookForm,
  enter: EnterForm,
  goal: GoalForm,
  leave: LeaveForm,
};

/** The settings of a step. */
export function StepForm({ step }: { step: Step }) {
  const { commands } = useEditor();
  const Form = forms[step.kind] as ComponentType<{ step: Step; change: (patch: object) => void }>;
  return <Form key={step.id} step={step} change={(patch) => commands.change(step.id, patch)} />;
}
