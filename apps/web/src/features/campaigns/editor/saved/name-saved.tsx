import { renameSavedBlock } from '@waggle/contracts/saved-blocks';
import type { EmailBlock } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { summaryOf } from '../blocks/kinds.ts';
import { useFields } from '../fields/fields-context.ts';
import { type Owner, useCreateSaved, useRenameSaved } from './queries.ts';
import type { SavedItem } from './saved-context.ts';

type NameSavedProps = { what: { save: EmailBlock } | { rename: SavedItem }; clientId: Owner; onClose: () => void };

/** The name under which a block is found again. */
export function NameSaved(props: NameSavedProps) {
  const { t } = useTranslation('email-editor');
  const isNew = 'save' in props.what;
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      size="sm"
      title={t(isNew ? 'saved.save' : 'saved.rename')}
      description={isNew ? t('saved.saveText') : undefined}
    >
      <NameForm {...props} />
    </FormDialog>
  );
}

function NameForm({ what, clientId, onClose }: NameSavedProps) {
  const { t } = useTranslation('email-editor');
  const text = useUiText();
  const create = useCreateSaved();
  const rename = useRenameSaved();
  const form = useContractForm(renameSavedBlock.body, { defaultValues: { name: useNameOf(what) } });
  const send = async ({ name }: { name: string }) => {
    if ('save' in what)
      await create.mutateAsync({ name, block: what.save, ...(clientId !== undefined && { clientId }) });
    else await rename.mutateAsync({ id: what.rename.id, name });
    onClose();
    toast({ tone: 'success', title: t('save' in what ? 'saved.done' : 'saved.renamed'), description: name });
  };
  return (
    <form noValidate onSubmit={form.submit(send)} className="flex flex-col gap-4">
      <Field label={t('saved.name')} error={form.errorOf('name')} required>
        {(control) => <TextInput {...control} {...form.register('name')} maxLength={100} autoComplete="off" />}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{text.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('saved.confirm')}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Of a new one its first words. */
function useNameOf(what: NameSavedProps['what']): string {
  const { t } = useTranslation('email-editor');
  const { label } = useFields();
  if ('rename' in what) return what.rename.name;
  return summaryOf(what.save, label) || t(`kinds.${what.save.kind}`);
}
