import { createTopic, type Topic } from '@waggle/contracts/topics';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCreateTopic, useUpdateTopic } from './queries.ts';

type TopicDialogProps = { topic?: Topic; onClose: () => void };

/** A new topic, or another name and description for one. */
export function TopicDialog({ topic, onClose }: TopicDialogProps) {
  const { t } = useTranslation('topics');
  return (
    <FormDialog open onOpenChange={onClose} title={t(topic ? 'edit' : 'add')}>
      <TopicForm {...(topic && { topic })} onClose={onClose} />
    </FormDialog>
  );
}

const Typed = createTopic.body.pick({ name: true, description: true });

function TopicForm({ topic, onClose }: TopicDialogProps) {
  const { t } = useTranslation('topics');
  const create = useCreateTopic();
  const update = useUpdateTopic();
  const form = useContractForm(Typed, {
    defaultValues: { name: topic?.name ?? '', description: topic?.description ?? '' },
  });
  const onSubmit = form.submit(async (typed) => {
    await (topic ? update.mutateAsync({ topicId: topic.id, ...typed }) : create.mutateAsync(typed));
    onClose();
    toast({ tone: 'success', title: t(topic ? 'saved' : 'added'), description: typed.name });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('name')} hint={t('nameHint')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} maxLength={60} autoComplete="off" />}
      </Field>
      <Field label={t('description')} hint={t('descriptionHint')} error={form.errorOf('description')} optional>
        {(control) => <TextInput {...control} {...form.register('description')} maxLength={200} autoComplete="off" />}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t(topic ? 'save' : 'add')}
        </Button>
      </DialogFooter>
    </form>
  );
}
