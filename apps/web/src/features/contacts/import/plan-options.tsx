import type { StatedConsent } from '@waggle/contracts/contacts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { FileTags } from './file-tags.tsx';
import type { PlanForm } from './use-plan-form.ts';

/** What holds for everybody in the file. */
export function PlanOptions({ form, clientId }: { form: PlanForm; clientId: string | null }) {
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
          <FileTags tags={form.tags} clientId={clientId} onChange={form.setTags} />
        </div>
      </div>
      <Consent form={form} />
    </div>
  );
}

/** Whether they agreed; the field beside says how, and is where a choice leads. */
function Consent({ form }: { form: PlanForm }) {
  const { t } = useTranslation('contacts-import');
  const basis = useRef<HTMLInputElement>(null);
  const { errors, consent } = form;
  const choose = (chosen: StatedConsent) => {
    form.setConsent(chosen);
    if (chosen === 'granted') basis.current?.focus();
  };
  return (
    <div className="grid items-start gap-4 rounded-lg border border-line-strong bg-sunken p-4 sm:grid-cols-2">
      <RadioCards<StatedConsent>
        look="list"
        legend={t('match.consentChoice')}
        required
        options={[
          { value: 'granted', label: t('match.consent'), description: t('match.consentText') },
          { value: 'not_asked', label: t('match.notAsked'), description: t('match.notAskedText') },
        ]}
        value={consent}
        onValueChange={choose}
        error={errors.consent ? t('match.agreeFirst') : undefined}
      />
      {consent !== 'not_asked' && (
        <Field label={t('match.basis')} required error={errors.basis ? t('match.sayHow') : undefined}>
          {(control) => (
            <TextInput
              {...control}
              ref={basis}
              value={form.basis}
              onChange={(event) => form.setBasis(event.currentTarget.value)}
              maxLength={200}
              autoComplete="off"
              placeholder={t('match.basisExample')}
            />
          )}
        </Field>
      )}
    </div>
  );
}
