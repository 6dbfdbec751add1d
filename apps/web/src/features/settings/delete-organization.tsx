import { useNavigate } from '@tanstack/react-router';
import type { Organization } from '@waggle/contracts/accounts';
import { deleteOrganization } from '@waggle/contracts/organization';
import { secondFactorCode } from '@waggle/contracts/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { SecondFactorField } from './passkeys/second-factor-field.tsx';
import { useDeleteOrganization } from './queries.ts';

export function DeleteOrganization({ organization }: { organization: Organization }) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  if (!useUser().isOwner) {
    return (
      <Card title={t('danger.title')}>
        <p className="max-w-[52ch] text-sm text-muted">{t('danger.ownerOnly')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('danger.title')} className="border-danger-line!">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[52ch] text-sm text-muted">{t('danger.text')}</p>
        <Dialog
          open={open}
          onOpenChange={setOpen}
          trigger={<Button className="text-danger-text!">{t('danger.open')}</Button>}
          title={t('danger.question', { name: organization.name })}
          description={t(`danger.lost.${organization.type}`)}
        >
          <DeleteForm organization={organization} />
        </Dialog>
      </div>
    </Card>
  );
}

const schemaFor = (organization: Organization, asksCode: boolean) =>
  z.strictObject({
    ...deleteOrganization.body.shape,
    name: deleteOrganization.body.shape.name.refine(
      (typed) => typed.trim() === organization.name,
      "This isn't the organization's name",
    ),
    password: deleteOrganization.body.shape.password.min(1, 'Enter your password'),
    code: asksCode ? secondFactorCode : z.string(),
  });

function DeleteForm({ organization }: { organization: Organization }) {
  const { t } = useTranslation('settings');
  const remove = useDeleteOrganization();
  const navigate = useNavigate();
  const asksCode = useUser().twoFactorEnabled;
  const [schema] = useState(() => schemaFor(organization, asksCode));
  const form = useContractForm(schema, { defaultValues: { name: '', password: '', code: '' } });
  const onSubmit = form.submit(async ({ code, ...typed }) => {
    await remove.mutateAsync({ ...typed, ...(asksCode && { code }) });
    await navigate({ to: '/auth/login', replace: true });
    toast({ title: t('danger.done') });
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('danger.name', { name: organization.name })} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" spellCheck={false} />}
      </Field>
      <Field label={t('ownPassword')} error={form.errorOf('password')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} />}
      </Field>
      {asksCode && <SecondFactorField form={form} />}
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="danger" busy={form.formState.isSubmitting} busyLabel={t('danger.busy')}>
          {t('danger.submit')}
        </Button>
      </DialogFooter>
    </form>
  );
}
