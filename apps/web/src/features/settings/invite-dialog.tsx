import { inviteMember } from '@waggle/contracts/team';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useInviteMember } from './queries.ts';
import { RoleFields } from './role-fields.tsx';

const blank = { email: '', role: 'USER' as const, clientIds: [] };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const invite = useInviteMember();
  const form = useContractForm(inviteMember.body, { defaultValues: blank });
  const onSubmit = form.submit(async (typed) => {
    await invite.mutateAsync(typed);
    onClose();
    toast({ tone: 'success', title: t('invite.sent'), description: typed.email });
  });
  const { role = 'USER', clientIds = [] } = form.watch();
  const [lacksClient, setLacksClient] = useState(false);

  return (
    <Dialog open onOpenChange={onClose} title={t('invite.title')} description={t('invite.text')}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t('invite.email')} error={form.errorOf('email')}>
          {(control) => (
            <TextInput {...control} {...form.register('email')} type="email" inputMode="email" autoComplete="off" />
          )}
        </Field>
        <RoleFields
          value={{ role, clientIds }}
          onChange={(next) => {
            form.setValue('role', next.role);
            form.setValue('clientIds', next.clientIds);
            setLacksClient(next.lacksClient ?? false);
          }}
          errors={{ role: form.errorOf('role'), clientIds: form.errorOf('clientIds') }}
        />
        {form.problem && <Alert tone="danger">{form.problem}</Alert>}
        <DialogFooter className="px-0! pt-0! pb-0!">
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button
            type="submit"
            variant="primary"
            busy={form.formState.isSubmitting}
            busyLabel={t('invite.busy')}
            disabledReason={lacksClient ? t('team.chooseClients') : undefined}
          >
            {t('invite.submit')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
