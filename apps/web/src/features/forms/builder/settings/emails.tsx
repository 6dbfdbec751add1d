import { useQuery } from '@tanstack/react-query';
import { mostNotified } from '@waggle/contracts/form-definition';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { PanelSection } from './panel-section.tsx';
import type { PanelProps } from './panel.ts';
import { SenderMissing } from './sender-missing.tsx';
import { formSenderQuery, teamQuery } from './sender-query.ts';

/** Who of the team gets an email of each submission. */
export function NotifyPanel({ settings, changeSettings, clientId, readOnly }: PanelProps) {
  const { t } = useTranslation('form-builder');
  const { data } = useQuery({ ...teamQuery, enabled: useHolds('team:read') });
  // Whoever is limited to another client would be told nothing.
  const members = (data?.items ?? []).filter(
    (member) => member.clientIds.length === 0 || (clientId !== null && member.clientIds.includes(clientId)),
  );
  const { notify } = settings;
  const toggle = (id: string, on: boolean) =>
    changeSettings({ notify: on ? [...notify, id] : notify.filter((one) => one !== id) });
  return (
    <PanelSection title={t('emails.notify')} description={t('emails.notifyText')}>
      <div className="flex max-h-60 flex-col gap-2.5 overflow-y-auto">
        {members.map(({ id, name, email }) => (
          <Checkbox
            key={id}
            label={name}
            description={email}
            checked={notify.includes(id)}
            disabled={readOnly || (!notify.includes(id) && notify.length >= mostNotified)}
            onCheckedChange={(on) => toggle(id, on)}
          />
        ))}
      </div>
    </PanelSection>
  );
}

/** The email that answers whoever filled the form in. */
export function AnswerEmailPanel({ settings, changeSettings, clientId, readOnly }: PanelProps) {
  const { t } = useTranslation('form-builder');
  const { data } = useQuery(formSenderQuery(clientId));
  const { answerEmail } = settings;
  const isMissing = data?.sender === null;
  const change = (patch: Partial<typeof answerEmail>) => changeSettings({ answerEmail: { ...answerEmail, ...patch } });
  return (
    <PanelSection
      title={t('emails.answer')}
      description={t(settings.doubleOptIn ? 'emails.answerAfter' : 'emails.answerText')}
    >
      <Switch
        label={t('emails.answerSwitch')}
        checked={answerEmail.isOn}
        disabled={readOnly || (data === undefined && !answerEmail.isOn)}
        disabledReason={isMissing && !answerEmail.isOn ? t('emails.noSender') : undefined}
        onCheckedChange={(isOn) => change({ isOn })}
      />
      {isMissing && <SenderMissing isOn={answerEmail.isOn} />}
      {answerEmail.isOn && (
        <>
          <Field label={t('emails.subject')} required>
            {(control) => (
              <TextInput
                {...control}
                maxLength={200}
                value={answerEmail.subject}
                onChange={(event) => change({ subject: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t('emails.text')} hint={t('emails.mergeHint', { field: '{{ first_name }}' })} required>
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                maxLength={5_000}
                value={answerEmail.text}
                onChange={(event) => change({ text: event.currentTarget.value })}
              />
            )}
          </Field>
        </>
      )}
    </PanelSection>
  );
}
