import { useQuery } from '@tanstack/react-query';
import type { User } from '@waggle/contracts/accounts';
import { locales, themes } from '@waggle/contracts/fields';
import { updateProfile } from '@waggle/contracts/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { organizationQuery, useSavePreferences, useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { sending } from '#lib/settle-form.ts';
import { SelectField } from '#lib/select-field.tsx';
import { setSingleKeys, useSingleKeys } from '#lib/shortcuts.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import type { SelectProps } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { EmailChangeDialog } from './email-change-dialog.tsx';
import { EmailField } from './email-field.tsx';
import { PhotoField } from './photo-field.tsx';
import { SaveBar, Section } from './section.tsx';
import { timezoneName, useTimezoneOptions } from './timezones.ts';

/** What the choice of the organization's zone is called in the form, where every choice has a name. */
const ofOrganization = 'organization';
const profileForm = updateProfile.body.required().extend({ timezone: z.string() });

export function ProfileSection() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('sections.profile')} description={t('profile.text')}>
      <ProfileForm />
      <Keyboard />
    </Section>
  );
}

const typedOf = ({ name, locale, theme, timezone }: User) => ({
  name,
  locale,
  theme,
  timezone: timezone ?? ofOrganization,
});

function useProfileForm() {
  const { t } = useTranslation('settings');
  const user = useUser();
  const save = useSavePreferences();
  // The theme and language can also be changed in the user menu while this is open.
  const form = useContractForm(profileForm, {
    defaultValues: typedOf(user),
    values: typedOf(user),
  });
  const onSubmit = form.submit(async ({ timezone, ...typed }) => {
    const settle = sending(form);
    const saved = await save.mutateAsync({ ...typed, timezone: timezone === ofOrganization ? null : timezone });
    settle(typedOf(saved));
    toast({ tone: 'success', title: t('profile.saved') });
  });
  return { form, onSubmit };
}

function ProfileForm() {
  const { t } = useTranslation(['settings', 'app']);
  const { form, onSubmit } = useProfileForm();
  const timezones = useOwnTimezones();
  const [isChangingEmail, setIsChangingEmail] = useState(false);
  return (
    <Card>
      {/* Beside the form, not in it: what is submitted in a dialog would submit the form around it too. */}
      {isChangingEmail && <EmailChangeDialog onClose={() => setIsChangingEmail(false)} />}
      <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
        <PhotoField />
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
        <SelectField
          control={form.control}
          name="timezone"
          label={t('profile.timezone')}
          hint={t('profile.timezoneHint')}
          error={form.errorOf('timezone')}
          options={timezones}
        />
        <SaveBar form={form} />
      </form>
    </Card>
  );
}

/** The organization's zone first, then every other. */
function useOwnTimezones(): SelectProps['options'] {
  const { t } = useTranslation('settings');
  const { timezone, shownTimezone } = useUser();
  const zone = useQuery(organizationQuery).data?.timezone ?? shownTimezone;
  const all = useTimezoneOptions(timezone ?? zone);
  return [{ value: ofOrganization, label: t('profile.organizationZone', { zone: timezoneName(zone, t) }) }, ...all];
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
