import type { StepOf } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ChoiceField } from './choice-field.tsx';
import { useMembers } from './use-member-names.ts';

type NotifyFormProps = { step: StepOf<'notify'>; change: (patch: Partial<StepOf<'notify'>>) => void };

export function NotifyForm({ step, change }: NotifyFormProps) {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  const members = useMembers();
  return (
    <>
      <ChoiceField
        label={t('forms.member')}
        list={members}
        anyLabel={t('forms.everyone')}
        value={step.memberId}
        onChange={(memberId) => change({ memberId })}
      />
      <Field label={t('forms.note')}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={step.text}
            maxLength={300}
            readOnly={readOnly}
            onChange={(event) => change({ text: event.currentTarget.value.replaceAll('\n', ' ') })}
          />
        )}
      </Field>
    </>
  );
}
