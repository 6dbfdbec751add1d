import { QrLabel } from '@waggle/contracts/qr-labels';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { chosenCodes } from '../list/chosen-codes.ts';
import type { QrCodesList } from '../list/use-qr-codes-list.ts';
import { KnownLabels } from './known-labels.tsx';
import { useAssignLabel } from './queries.ts';

type AssignLabelProps = { codes: QrCodesList; onClose: () => void };

function useAssignment({ codes, onClose }: AssignLabelProps) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const assign = useAssignLabel();
  const [typed, setTyped] = useState('');
  const [way, setWay] = useState('add');
  const [fault, setFault] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const label = QrLabel.safeParse(typed);
    const wrong = label.success ? undefined : label.error.issues[0]?.message;
    setFault(wrong && translateSentence(wrong));
    if (!label.success) return;
    try {
      const body = { qrCodeIds: await chosenCodes(codes), label: label.data, on: way === 'add' };
      const { codes: count } = await assign.mutateAsync(body);
      codes.selection.clear();
      onClose();
      const title = t('labels.assigned', { count, shown: format.number(count) });
      toast({ tone: 'success', title, description: label.data });
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return { typed, setTyped, way, setWay, fault, send, busy: assign.isPending };
}

/** One label for the chosen codes, to add or to take off. */
export function AssignLabel({ codes, onClose }: AssignLabelProps) {
  const { t } = useTranslation('links');
  const text = useUiText();
  const list = useId();
  const { typed, setTyped, way, setWay, fault, send, busy } = useAssignment({ codes, onClose });
  return (
    <Dialog open onOpenChange={onClose} title={t('labels.assign')}>
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <SegmentedControl
          label={t('labels.way')}
          value={way}
          onValueChange={setWay}
          options={[
            { value: 'add', label: t('labels.add') },
            { value: 'remove', label: t('labels.remove') },
          ]}
          className="self-start"
        />
        <Field label={t('labels.label')} error={fault}>
          {(control) => (
            <TextInput
              {...control}
              list={list}
              className="[&::-webkit-calendar-picker-indicator]:hidden!"
              data-autofocus
              value={typed}
              maxLength={40}
              autoComplete="off"
              placeholder={t('labels.example')}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <KnownLabels id={list} />
        <DialogFooter className="px-0! pt-0! pb-0!">
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={busy} busyLabel={t('saving')}>
            {t('labels.apply')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
