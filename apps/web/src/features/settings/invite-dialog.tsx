import { Invitees, inviteeAddress, readInvitees } from '@waggle/contracts/invitees';
import { type checkInvitations, inviteMembers } from '@waggle/contracts/team';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { InviteReview, type Wanted } from './invite-review.tsx';
import { useCheckInvitations, useInviteMember } from './queries.ts';
import { RoleFields } from './role-fields.tsx';

const isOneOrMany = (emails: readonly string[]): boolean =>
  emails.length !== 1 || inviteeAddress(emails[0] ?? '') !== null;

/** One that is no address is refused at once; among several it is shown beside the others. */
const InviteForm = z.strictObject({
  ...inviteMembers.body.shape,
  emails: z.string().transform(readInvitees).pipe(Invitees).refine(isOneOrMany, 'Please enter a valid email address'),
});

const blank = { emails: '', role: 'USER' as const, clientIds: [] };

type Checked = { wanted: Wanted; people: ReplyOf<typeof checkInvitations>['people'] };

/** One address is invited at once. Of several the person sees first what will happen to each. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [checked, setChecked] = useState<Checked>();
  const invitation = useInviteForm({ onClose, onChecked: setChecked });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(checked ? 'invite.reviewTitle' : 'invite.title')}
      description={t('invite.text')}
    >
      {checked ? (
        <InviteReview {...checked} onBack={() => setChecked(undefined)} onClose={onClose} />
      ) : (
        <InviteFields {...invitation} />
      )}
    </Dialog>
  );
}

function useInviteForm({ onClose, onChecked }: { onClose: () => void; onChecked: (checked: Checked) => void }) {
  const { t } = useTranslation('settings');
  const invite = useInviteMember();
  const check = useCheckInvitations();
  const form = useContractForm(InviteForm, { defaultValues: blank });
  const onSubmit = form.submit(async ({ emails, ...offered }) => {
    const [email = ''] = emails;
    if (emails.length > 1) {
      onChecked({ wanted: { emails, ...offered }, ...(await check.mutateAsync({ emails })) });
      return;
    }
    await invite.mutateAsync({ email, ...offered });
    onClose();
    toast({ tone: 'success', title: t('invite.sent'), description: email });
  });
  return { form, onSubmit };
}

function InviteFields({ form, onSubmit }: ReturnType<typeof useInviteForm>) {
  const { t } = useTranslation('settings');
  const { emails, role = 'USER', clientIds = [] } = form.watch();
  const [lacksClient, setLacksClient] = useState(false);
  const isMany = readInvitees(emails).length > 1;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('invite.emails')} hint={t('invite.hint')} error={form.errorOf('emails')}>
        {(control) => (
          <Textarea {...control} {...form.register('emails')} rows={3} autoComplete="off" spellCheck={false} />
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
          busyLabel={t(isMany ? 'invite.checking' : 'invite.busy')}
          disabledReason={lacksClient ? t('team.chooseClients') : undefined}
        >
          {t(isMany ? 'invite.review' : 'invite.submit')}
        </Button>
      </DialogFooter>
    </form>
  );
}
