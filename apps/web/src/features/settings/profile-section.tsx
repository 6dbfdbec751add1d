import { locales, themes } from '@waggle/contracts/fields';
import { updateProfile } from '@waggle/contracts/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSavePreferences, useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { SelectField } from '#lib/select-field.tsx';
import { setSingleKeys, useSingleKeys } from '#lib/shortcuts.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { EmailChangeDialog } from './email-change-dialog.tsx';
import { EmailField } from './email-field.tsx';
import { SaveBar, Section } from './section.tsx';

const profileForm = updateProfile.body.required();

export function ProfileSection() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('sections.profile')} description={t('profile.text')}>
      <ProfileForm />
      <Keyboard />
    </Section>
  );
}

function useProfileForm() {
  const { t } = useTranslation('settings');
  const { name, locale, theme } = useUser();
  const save = useSavePreferences();
  // The theme and language can also be changed in the user menu while this is open.
  const form = useContractForm(profileForm, {
    defaultValues: { name, locale, theme },
    values: { name, locale, theme },
  });
  const onSubmit = form.submit(async (typed) => {
    const saved = await save.mutateAsync(typed);
    form.reset({ name: saved.name, locale: saved.locale, theme: saved.theme });
    toast({ tone: 'success', title: t('profile.saved') });
  });
  return { form, onSubmit };
}

function ProfileForm() {
  const { t } = useTranslation(['settings', 'app']);
  const { form, onSubmit } = useProfileForm();
  const [isChangingEmail, setIsChangingEmail] = useState(false);
  return (
    <Card>
      {/* Beside the form, not in it: what is submitted in a dialog would submit the form around it too. */}
      {isChangingEmail && <EmailChangeDialog onClose={() => setIsChangingEmail(false)} />}
      <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
        <Field label={t('profile.name')} error={form.errorOf('name')}>
          {(control) => <TextInput {...control} {...form.register('name')} autoComplete="name" />}
        </Field>
        <EmailField onChange={() => setIsChangingEmail(true)} />
        <SelectField
          control={form.control}
          name="locale"
          label={t('profile.language')}
          options={locales.map((value) => ({ value, label: t(`app:languages.${value}`) }))}
        />
        <SelectField
          control={form.control}
          name="theme"
          label={t('profile.theme')}
          options={themes.map((value) => ({ value, label: t(`app:themes.${value}`) }))}
        />
        <SaveBar form={form} />
      </form>
    </Card>
  );
}

function Keyboard() {
  const { t } = useTranslation('settings');
  const on = useSingleKeys();
  return (
    <Card title={t('keyboard.title')}>
      <Switch
        label={t('keyboard.single')}
        description={t('keyboard.text')}
        checked={on}
        onCheckedChange={setSingleKeys}
        spread
      />
    </Card>
  );
}
