import { secondFactorCode } from '@waggle/contracts/profile';
import { handOver, type Member } from '@waggle/contracts/team';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { SecondFactorField } from './passkeys/second-factor-field.tsx';
import { useHandOver } from './queries.ts';

const withCode = handOver.body.extend({ code: secondFactorCode });
const withoutCode = handOver.body.extend({ code: z.string() });

type HandOverDialogProps = { member: Member; onClose: () => void };

/** Only the new owner can undo it, so the own password is asked, and the second factor where it is on. */
export function HandOverDialog({ member, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('settings');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('owner.question', { name: member.name })}
      description={t('owner.text', { name: member.name })}
    >
      <HandOverForm member={member} onClose={onClose} />
    </Dialog>
  );
}

function useHandOverForm({ member, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('settings');
  const hand = useHandOver();
  const asksCode = useUser().twoFactorEnabled;
  const form = useContractForm(asksCode ? withCode : withoutCode, { defaultValues: { password: '', code: '' } });
  const onSubmit = form.submit(async ({ password, code }) => {
    await hand.mutateAsync({ memberId: member.id, password, ...(asksCode && { code }) });
    onClose();
    toast({ tone: 'success', title: t('owner.done', { name: member.name }) });
  });
  return { form, onSubmit, asksCode };
}

function HandOverForm(props: HandOverDialogProps) {
  const { t } = useTranslation('settings');
  const { form, onSubmit, asksCode } = useHandOverForm(props);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('ownPassword')} error={form.errorOf('password')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} />}
      </Field>
      {asksCode && <SecondFactorField form={form} />}
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="danger" busy={form.formState.isSubmitting} busyLabel={t('owner.busy')}>
          {t('owner.submit')}
        </Button>
      </DialogFooter>
    </form>
  );
}
