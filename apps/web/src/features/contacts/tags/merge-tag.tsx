import { useQuery } from '@tanstack/react-query';
import type { Tag } from '@waggle/contracts/tags';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast-store.ts';
import { tagChoicesQuery, useMergeTags } from '../queries.ts';

type MergeTagProps = { tag: Tag; onClose: () => void };

/** Contacts of one client never carry a tag of another, so tags merge only among their own. */
function useMergeable(tag: Tag): Tag[] {
  const { data } = useQuery(tagChoicesQuery());
  return (data?.items ?? []).filter(({ id, clientId }) => id !== tag.id && clientId === tag.clientId);
}

/** Everybody who has this tag gets another one instead. */
export function MergeTag({ tag, onClose }: MergeTagProps) {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const merge = useMergeTags();
  const [intoId, setIntoId] = useState<string>();
  const others = useMergeable(tag);
  const into = others.find(({ id }) => id === intoId);
  const confirm = () => {
    if (!into) return;
    const onSuccess = () => {
      onClose();
      toast({ tone: 'success', title: t('tags.merged', { name: tag.name, into: into.name }) });
    };
    runMutation(merge, { tagId: tag.id, intoId: into.id }, { onSuccess });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('tags.mergeTitle', { name: tag.name })}
      description={t('tags.mergeText', { count: tag.contacts, shown: number(tag.contacts), name: tag.name })}
      footer={
        <>
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            disabledReason={into ? undefined : t('tags.mergeFirst')}
            busy={merge.isPending}
            onClick={confirm}
          >
            {t('tags.merge')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('tags.mergeInto')} hint={others.length === 0 ? t('tags.mergeNone') : undefined}>
          {(control) => (
            <Select
              {...control}
              value={intoId}
              onValueChange={setIntoId}
              placeholder={t('tags.mergeChoose')}
              options={others.map(({ id, name, color }) => ({
                value: id,
                label: name,
                leading: <span className="size-2 rounded-full" style={{ background: color }} />,
              }))}
            />
          )}
        </Field>
        {merge.isError && <Alert tone="danger">{problemText(merge.error)}</Alert>}
      </div>
    </Dialog>
  );
}
