import { useQuery } from '@tanstack/react-query';
import { QrLabel } from '@waggle/contracts/qr-labels';
import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { labelsQuery, useChangeLabel } from './queries.ts';

type Label = { name: string; codes: number };

/** Every label with its codes; renaming one to another that exists merges them. */
export function ManageLabels({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('links');
  const labels = useQuery(labelsQuery);
  const [leaving, setLeaving] = useState<Label>();
  return (
    <Dialog open onOpenChange={onClose} title={t('labels.manage')} description={t('labels.manageText')}>
      {labels.isError ? (
        <LoadError
          title={t('labels.failed')}
          message={problemText(labels.error)}
          retry={() => void labels.refetch()}
          busy={labels.isFetching}
        />
      ) : !labels.data ? (
        <SkeletonRows />
      ) : labels.data.items.length === 0 ? (
        <p className="py-6 text-center text-sm text-muted">{t('labels.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {labels.data.items.map((label) => (
            <LabelRow key={label.name} label={label} onDelete={() => setLeaving(label)} />
          ))}
        </ul>
      )}
      {leaving && <DeleteLabel label={leaving} onClose={() => setLeaving(undefined)} />}
    </Dialog>
  );
}

function LabelRow({ label: { name, codes }, onDelete }: { label: Label; onDelete: () => void }) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const change = useChangeLabel();
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string>();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const to = QrLabel.safeParse(typed);
    const wrong = to.success ? undefined : to.error.issues[0]?.message;
    setFault(wrong && translateSentence(wrong));
    if (!to.success || to.data === name) return;
    await change.mutateAsync({ name, to: to.data }).then(
      () => toast({ tone: 'success', title: t('labels.renamed'), description: to.data }),
      (error: unknown) => setFault(problemText(error)),
    );
  };
  return (
    <li>
      <form noValidate onSubmit={(event) => void rename(event)} className="flex items-start gap-2 py-2">
        <Field label={t('labels.nameOf', { label: name })} hideLabel error={fault} className="flex-1">
          {(control) => (
            <TextInput
              {...control}
              value={typed}
              maxLength={40}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        {typed !== name ? (
          <Button type="submit" busy={change.isPending}>
            {t('labels.rename')}
          </Button>
        ) : (
          <span className="w-24 shrink-0 pt-2 text-right text-xs text-subtle">
            {t('labels.codes', { count: codes, shown: format.number(codes) })}
          </span>
        )}
        <IconButton label={t('labels.deleteOne', { label: name })} icon={Trash2} onClick={onDelete} />
      </form>
    </li>
  );
}

function DeleteLabel({ label: { name, codes }, onClose }: { label: Label; onClose: () => void }) {
  const { t } = useTranslation(['links', 'app']);
  const format = useFormat();
  const change = useChangeLabel();
  const confirm = () =>
    void change.mutateAsync({ name, to: null }).then(
      () => {
        onClose();
        toast({ tone: 'success', title: t('labels.deleted'), description: name });
      },
      (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('labels.deleteTitle', { label: name })}
      confirmLabel={t('delete')}
      onConfirm={confirm}
      busy={change.isPending}
      busyLabel={t('deleting')}
    >
      {t('labels.deleteText', { count: codes, shown: format.number(codes) })}
    </Confirm>
  );
}
