import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldMessage, RequiredMark } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { TagPicker } from './tag-picker.tsx';
import type { PlanForm } from './use-plan-form.ts';

/** What holds for everybody in the file. */
export function PlanOptions({ form }: { form: PlanForm }) {
  const { t } = useTranslation('contacts-import');
  return (
    <div className="mt-5 flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm font-semibold text-ink">{t('match.existing')}</p>
          <SegmentedControl
            label={t('match.existing')}
            value={form.existing}
            onValueChange={form.setExisting}
            options={[
              { value: 'keep', label: t('match.keep') },
              { value: 'update', label: t('match.update') },
            ]}
          />
        </div>
        <div className="flex flex-col gap-2">
          <p className="text-sm font-semibold text-ink">{t('match.tags')}</p>
          <TagPicker tags={form.tags} onChange={form.setTags} />
        </div>
      </div>
      <Consent form={form} />
    </div>
  );
}

function Consent({ form }: { form: PlanForm }) {
  const { t } = useTranslation('contacts-import');
  const messageId = useId();
  const { errors } = form;
  return (
    <div className="grid items-start gap-4 rounded-lg border border-line-strong bg-sunken p-4 sm:grid-cols-2">
      <div className="flex flex-col gap-1.5">
        <Checkbox
          label={
            <>
              {t('match.consent')}
              <RequiredMark />
            </>
          }
          description={t('match.consentText')}
          checked={form.agreed}
          onCheckedChange={form.setAgreed}
          aria-required
          aria-invalid={errors.agreed || undefined}
          aria-describedby={errors.agreed ? messageId : undefined}
        />
        <FieldMessage id={messageId} error={errors.agreed ? t('match.agreeFirst') : undefined} />
      </div>
      <Field label={t('match.basis')} required error={errors.basis ? t('match.sayHow') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            value={form.basis}
            onChange={(event) => form.setBasis(event.currentTarget.value)}
            maxLength={200}
            autoComplete="off"
            placeholder={t('match.basisExample')}
          />
        )}
      </Field>
    </div>
  );
}
