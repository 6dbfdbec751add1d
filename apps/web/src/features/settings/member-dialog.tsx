import type { Member } from '@waggle/contracts/team';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { useRemoveMember, useUpdateMember } from './queries.ts';
import { RoleFields, type RoleAndClients } from './role-fields.tsx';

type MemberDialogProps = { member: Member; onClose: () => void };

/** Of the owner nothing can be changed before a hand-over, so there is nothing to fill in. */
export function MemberDialog({ member, onClose }: MemberDialogProps) {
  const { t } = useTranslation('settings');
  const [handsOver, setHandsOver] = useState(false);
  if (handsOver) return <HandOverDialog member={member} onClose={onClose} />;
  if (!member.isOwner) return <EditMember member={member} onClose={onClose} onHandOver={() => setHandsOver(true)} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={member.name || member.email}
      description={member.email}
      footer={
        <DialogClose>
          <Button>{t('owner.close')}</Button>
        </DialogClose>
      }
    >
      <p className="text-sm text-muted">{t('owner.stays')}</p>
    </Dialog>
  );
}

function EditMember({ member, onClose, onHandOver }: MemberDialogProps & { onHandOver: () => void }) {
  const { t } = useTranslation('settings');
  const update = useUpdateMember();
  const [{ lacksClient = false, ...value }, setValue] = useState<RoleAndClients>({
    role: member.role,
    clientIds: member.clientIds,
  });
  const fields = update.error instanceof ApiProblem ? update.error.fields : {};
  const save = () =>
    runMutation(
      update,
      { memberId: member.id, ...value },
      {
        onSuccess: () => {
          onClose();
          toast({ tone: 'success', title: t('team.changed'), description: member.name });
        },
      },
    );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={member.name || member.email}
      description={member.email}
      footer={
        <>
          <RemoveMember member={member} onRemoved={onClose} />
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            busy={update.isPending}
            busyLabel={t('saving')}
            disabledReason={lacksClient ? t('team.chooseClients') : undefined}
            onClick={save}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RoleFields value={value} onChange={setValue} errors={{ role: fields.role, clientIds: fields.clientIds }} />
        <HandOver member={member} onHandOver={onHandOver} />
        {update.isError && <Alert tone="danger">{problemText(update.error)}</Alert>}
      </div>
    </Dialog>
  );
}

/** The owner's alone, to another admin. */
function HandOver({ member, onHandOver }: { member: Member; onHandOver: () => void }) {
  const { t } = useTranslation('settings');
  const { isOwner } = useUser();
  if (!isOwner || member.role !== 'ADMIN') return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">{t('owner.offer')}</p>
      <Button onClick={onHandOver}>{t('owner.open')}</Button>
    </div>
  );
}

function RemoveMember({ member, onRemoved }: { member: Member; onRemoved: () => void }) {
  const { t } = useTranslation('settings');
  const remove = useRemoveMember();
  const own = useUser().id === member.id;
  const [asking, setAsking] = useState(false);
  const confirm = () =>
    runMutation(remove, member.id, {
      onSuccess: () => {
        onRemoved();
        toast({ tone: 'success', title: t('team.removed'), description: member.name });
      },
      onError: (error) => {
        setAsking(false);
        toast({ tone: 'error', title: t('error'), description: problemText(error) });
      },
    });
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto text-danger-text!"
        disabledReason={own ? t('team.notYourself') : undefined}
        onClick={() => setAsking(true)}
      >
        {t('team.remove')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('team.removeQuestion', { name: member.name || member.email })}
        confirmLabel={t('team.remove')}
        busy={remove.isPending}
        onConfirm={confirm}
      >
        {t('team.removeText')}
      </Confirm>
    </>
  );
}
