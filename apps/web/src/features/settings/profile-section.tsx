import { locales, themes } from '@waggle/contracts/fields';
import { updateProfile } from '@waggle/contracts/profile';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSavePreferences, useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { setSingleKeys, useSingleKeys } from '#lib/shortcuts.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
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
  const { t } = useTranslation('settings');
  const { email } = useUser();
  const { form, onSubmit } = useProfileForm();
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
        <Field label={t('profile.name')} error={form.errorOf('name')}>
          {(control) => <TextInput {...control} {...form.register('name')} autoComplete="name" />}
        </Field>
        <Field label={t('profile.email')} hint={t('profile.emailHint')}>
          {(control) => <TextInput {...control} value={email} readOnly />}
        </Field>
        <LanguageField form={form} />
        <ThemeField form={form} />
        <SaveBar form={form} />
      </form>
    </Card>
  );
}

type ProfileFormState = ReturnType<typeof useProfileForm>['form'];

function LanguageField({ form }: { form: ProfileFormState }) {
  const { t } = useTranslation(['settings', 'app']);
  return (
    <Field label={t('settings:profile.language')}>
      {(control) => (
        <Controller
          control={form.control}
          name="locale"
          render={({ field }) => (
            <Select
              {...control}
              ref={field.ref}
              value={field.value}
              onValueChange={field.onChange}
              options={locales.map((value) => ({ value, label: t(`app:languages.${value}`) }))}
            />
          )}
        />
      )}
    </Field>
  );
}

function ThemeField({ form }: { form: ProfileFormState }) {
  const { t } = useTranslation(['settings', 'app']);
  return (
    <Field label={t('settings:profile.theme')}>
      {(control) => (
        <Controller
          control={form.control}
          name="theme"
          render={({ field }) => (
            <Select
              {...control}
              ref={field.ref}
              value={field.value}
              onValueChange={field.onChange}
              options={themes.map((value) => ({ value, label: t(`app:themes.${value}`) }))}
            />
          )}
        />
      )}
    </Field>
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
