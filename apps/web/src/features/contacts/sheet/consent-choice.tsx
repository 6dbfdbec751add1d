import type { StatedConsent } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { ContactFormState } from './use-contact-form.ts';

/** Whether a new contact agreed to get email, and how. */
export function ConsentChoice({ consent }: Pick<ContactFormState, 'consent'>) {
  const { t } = useTranslation('contacts');
  return (
    <>
      <RadioCards<StatedConsent>
        legend={t('consent.choice')}
        options={[
          { value: 'granted', label: t('consent.granted'), description: t('consent.grantedText') },
          { value: 'not_asked', label: t('consent.notAsked'), description: t('consent.notAskedText') },
        ]}
        value={consent.chosen}
        onValueChange={consent.choose}
      />
      {consent.chosen === 'granted' && (
        <Field
          label={t('consent.basis')}
          hint={t('consent.basisHint')}
          required
          error={consent.missing ? t('consent.sayHow') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              // Opened by the choice above for exactly this.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              autoComplete="off"
              maxLength={200}
              value={consent.basis}
              onChange={(event) => consent.setBasis(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
