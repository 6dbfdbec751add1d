import type { QrDesign } from '@waggle/contracts/qr-design';
import { PresetName } from '@waggle/contracts/qr-presets';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useCreatePreset } from './queries.ts';

export function SavePreset({ design, onClose }: { design: QrDesign; onClose: () => void }) {
  const { t } = useTranslation('links');
  const text = useUiText();
  const create = useCreatePreset();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The designer may stand in a form of its own, to which a portal still belongs.
    event.stopPropagation();
    const name = PresetName.safeParse(typed);
    const wrong = name.success ? undefined : name.error.issues[0]?.message;
    setFault(wrong && translateSentence(wrong));
    if (!name.success) return;
    try {
      await create.mutateAsync({ name: name.data, design });
      onClose();
      toast({ tone: 'success', title: t('presets.saved'), description: name.data });
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={t('presets.save')} description={t('presets.saveText')}>
      <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <Field label={t('presets.name')} error={fault}>
          {(control) => (
            <TextInput
              {...control}
              value={typed}
              maxLength={60}
              autoComplete="off"
              placeholder={t('presets.example')}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <DialogFooter className="px-0! pt-0! pb-0!">
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={create.isPending} busyLabel={t('saving')}>
            {t('presets.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
