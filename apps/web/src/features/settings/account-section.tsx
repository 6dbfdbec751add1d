import { useQuery } from '@tanstack/react-query';
import { type Organization, OrganizationType } from '@waggle/contracts/accounts';
import { updateOrganization } from '@waggle/contracts/organization';
import { useTranslation } from 'react-i18next';
import { organizationQuery, useHolds } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { sending } from '#lib/settle-form.ts';
import { problemText } from '#lib/problem-text.ts';
import { SelectField } from '#lib/select-field.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { DeleteOrganization } from './delete-organization.tsx';
import { useUpdateOrganization } from './queries.ts';
import { ScheduleChoice } from './schedule-choice.tsx';
import { Fact, SaveBar, Section } from './section.tsx';
import { timezoneName, useTimezoneOptions } from './timezones.ts';

export function AccountSection() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('sections.account')} description={t('account.text')}>
      <AccountBody />
    </Section>
  );
}

function AccountBody() {
  const { t } = useTranslation('settings');
  const organization = useQuery(organizationQuery);
  const mayManage = useHolds('organization:manage');

  if (organization.isPending) return <SkeletonRows />;
  if (organization.isError) {
    return (
      <LoadError
        title={t('account.failed')}
        message={problemText(organization.error)}
        retry={() => void organization.refetch()}
      />
    );
  }
  if (!mayManage) return <AccountFacts organization={organization.data} />;
  return (
    <>
      <AccountForm organization={organization.data} />
      <DeleteOrganization organization={organization.data} />
    </>
  );
}

function AccountFacts({ organization }: { organization: Organization }) {
  const { t } = useTranslation('settings');
  return (
    <Card footer={t('account.readOnly')}>
      <dl className="flex flex-col gap-4">
        <Fact label={t('account.name')}>{organization.name}</Fact>
        <Fact label={t('account.type')}>{t(`types.${organization.type}`)}</Fact>
        <Fact label={t('account.timezone')}>{timezoneName(organization.timezone, t)}</Fact>
      </dl>
    </Card>
  );
}

function AccountForm({ organization }: { organization: Organization }) {
  const { t } = useTranslation('settings');
  const { name, timezone, type } = organization;
  const update = useUpdateOrganization();
  const form = useContractForm(updateOrganization.body, { defaultValues: { name, timezone, type } });
  const timezones = useTimezoneOptions(timezone);
  const chosenType = form.watch('type');
  const isMoved = form.watch('timezone') !== timezone;
  const onSubmit = form.submit(async (typed) => {
    const settle = sending(form);
    const saved = await update.mutateAsync(isMoved ? typed : { ...typed, schedules: undefined });
    settle({ name: saved.name, timezone: saved.timezone, type: saved.type });
    toast({ tone: 'success', title: t('account.saved') });
  });

  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
        <Field label={t('account.name')} error={form.errorOf('name')}>
          {(control) => <TextInput {...control} {...form.register('name')} autoComplete="organization" />}
        </Field>
        <SelectField
          control={form.control}
          name="type"
          label={t('account.type')}
          hint={
            chosenType === type ? undefined : t(chosenType === 'AGENCY' ? 'account.toAgency' : 'account.toBusiness')
          }
          error={form.errorOf('type')}
          options={OrganizationType.options.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        <SelectField
          control={form.control}
          name="timezone"
          label={t('account.timezone')}
          hint={t('account.timezoneHint')}
          error={form.errorOf('timezone')}
          options={timezones}
        />
        {isMoved && (
          <ScheduleChoice
            value={form.watch('schedules')}
            onChange={(choice) => form.setValue('schedules', choice)}
            error={form.errorOf('schedules')}
          />
        )}
        <SaveBar form={form} />
      </form>
    </Card>
  );
}
