import { createTag, type Tag } from '@waggle/contracts/tags';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCreateTag } from '../queries.ts';
import { ColorSwatches, type Color } from './color-swatches.tsx';
import { useNextColor } from './next-color.ts';

type NewTagFormProps = {
  onCreated: (tag: Tag) => void;
  /** In a dialog of its own the button is the honey one. */
  variant: 'primary' | 'secondary';
  /** Whose tag it becomes, where that is known; otherwise it is asked while all clients are shown. */
  clientId?: string | null | undefined;
};

export function NewTagForm({ onCreated, variant, clientId }: NewTagFormProps) {
  const { t } = useTranslation(['contacts', 'app']);
  const create = useCreateTag();
  const client = useClientChoice();
  const next = useNextColor();
  const [picked, setColor] = useState<Color>();
  const color = picked ?? next;
  const asks = clientId === undefined;
  const form = useContractForm(createTag.body.pick({ name: true }), { defaultValues: { name: '' } });
  const empty = form.watch('name').trim() === '';
  const onSubmit = form.submit(async ({ name }) => {
    if (asks && !client.ask()) return;
    try {
      const tag = await create.mutateAsync({ name, color, ...(asks ? client.body : { clientId }) });
      form.reset();
      setColor(undefined);
      onCreated(tag);
    } catch (error) {
      if (!(error instanceof ApiProblem) || Object.keys(error.fields).length === 0) {
        toast({ tone: 'error', title: t('app:error'), description: t('tags.createFailed') });
      }
      throw error;
    }
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('tags.name')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" maxLength={60} />}
      </Field>
      {asks && <ClientField choice={client} />}
      <ColorSwatches value={color} onValueChange={setColor} />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <Button
        type="submit"
        variant={variant}
        className="self-end"
        disabledReason={empty ? t('tags.nameFirst') : undefined}
        busy={form.formState.isSubmitting}
        busyLabel={t('saving')}
      >
        {t('tags.create')}
      </Button>
    </form>
  );
}
