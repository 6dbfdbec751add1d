import { mostLabels, QrLabel } from '@waggle/contracts/qr-labels';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { KnownLabels } from './known-labels.tsx';
import { LabelChip } from './label-chip.tsx';

type LabelsFieldProps = { labels: readonly string[]; onLabels: (labels: string[]) => void; error?: string | undefined };

/** What is typed, until it becomes a label. */
function useTypedLabel({ labels, onLabels }: Pick<LabelsFieldProps, 'labels' | 'onLabels'>) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const add = () => {
    if (typed.trim() === '') return setTyped('');
    const label = QrLabel.safeParse(typed);
    const wrong = label.success ? undefined : label.error.issues[0]?.message;
    setFault(wrong && translateSentence(wrong));
    if (!label.success) return;
    const isThere = labels.some((one) => one.toLowerCase() === label.data.toLowerCase());
    if (!isThere) onLabels([...labels, label.data]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '' && labels.length > 0) onLabels(labels.slice(0, -1));
    if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return;
    event.preventDefault();
    add();
  };
  return { typed, setTyped, fault, add, onKeyDown };
}

/** Labels one after the other; those that exist are offered. What is left in the field counts when it is left. */
export function LabelsField({ labels, onLabels, error }: LabelsFieldProps) {
  const { t } = useTranslation('links');
  const list = useId();
  const { typed, setTyped, fault, add, onKeyDown } = useTypedLabel({ labels, onLabels });
  return (
    <Field label={t('labels.title')} optional hint={t('labels.hint')} error={fault ?? error}>
      {(control) => (
        <>
          {labels.length > 0 && (
            <span className="flex flex-wrap gap-1.5">
              {labels.map((label) => (
                <LabelChip
                  key={label}
                  label={label}
                  removeLabel={t('labels.removeOne', { label })}
                  onRemove={() => onLabels(labels.filter((one) => one !== label))}
                />
              ))}
            </span>
          )}
          {labels.length < mostLabels && (
            <TextInput
              {...control}
              list={list}
              className="[&::-webkit-calendar-picker-indicator]:hidden!"
              value={typed}
              maxLength={40}
              autoComplete="off"
              placeholder={t('labels.example')}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onBlur={add}
              onKeyDown={onKeyDown}
            />
          )}
          <KnownLabels id={list} except={labels} />
        </>
      )}
    </Field>
  );
}
