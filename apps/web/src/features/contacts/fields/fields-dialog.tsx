import { useQuery } from '@tanstack/react-query';
import { mostContactFields, type ContactField } from '@waggle/contracts/contact-fields';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { FieldForm } from './field-form.tsx';
import { contactFieldsQuery, useDeleteField } from './queries.ts';

const newField = 'new';

/** The custom fields: one list, edited in place. */
export function FieldsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contacts-import');
  return (
    <Dialog open onOpenChange={onClose} size="md" title={t('fields.title')} description={t('fields.text')}>
      <Fields />
    </Dialog>
  );
}

function Fields() {
  const { t } = useTranslation('contacts-import');
  const fields = useQuery(contactFieldsQuery);
  const mayWrite = useHolds('contacts:write');
  // One thing at a time: the id of the field being edited, or a new one.
  const [open, setOpen] = useState<string>();
  if (fields.isPending) return <SkeletonRows />;
  if (fields.isError) {
    return (
      <LoadError
        title={t('fields.failed')}
        message={problemText(fields.error)}
        retry={() => void fields.refetch()}
        busy={fields.isFetching}
      />
    );
  }
  const { items } = fields.data;
  const close = () => setOpen(undefined);
  const saved = (word: 'added' | 'saved') => (field: ContactField) => {
    close();
    toast({ tone: 'success', title: t(`fields.${word}`), description: field.label });
  };
  return (
    <div className="flex flex-col gap-3">
      {items.length > 0 && (
        <ul className="border-y border-line">
          {items.map((field) => (
            <li key={field.id} className="border-line not-first:border-t">
              {open === field.id ? (
                <div className="py-2.5">
                  <FieldForm field={field} onSaved={saved('saved')} onCancel={close} />
                </div>
              ) : (
                <FieldLine field={field} onEdit={mayWrite ? () => setOpen(field.id) : undefined} />
              )}
            </li>
          ))}
        </ul>
      )}
      {items.length === 0 && open !== newField && (
        <EmptyState title={t('fields.none')} headingLevel={3} className="py-6!">
          {t('fields.noneText')}
        </EmptyState>
      )}
      {open === newField && <FieldForm onSaved={saved('added')} onCancel={close} />}
      {mayWrite && open !== newField && <AddButton count={items.length} onClick={() => setOpen(newField)} />}
    </div>
  );
}

function AddButton({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useTranslation('contacts-import');
  return (
    <Button
      icon={Plus}
      className="self-start"
      disabledReason={count >= mostContactFields ? t('fields.full', { number: count }) : undefined}
      onClick={onClick}
    >
      {t('fields.add')}
    </Button>
  );
}

function FieldLine({ field, onEdit }: { field: ContactField; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation('contacts-import');
  const [deleting, setDeleting] = useState(false);
  const { label: name } = field;
  return (
    <div className="flex min-h-13 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-[550] text-ink">{name}</p>
        <p className="truncate text-xs text-subtle">
          {field.type === 'choice' ? field.options.join(', ') : t('fields.keyHint', { key: field.key })}
        </p>
      </div>
      <Badge dot={false}>{t(`fields.types.${field.type}`)}</Badge>
      {onEdit && (
        <>
          <IconButton label={t('fields.edit', { name })} icon={Pencil} onClick={onEdit} />
          <IconButton label={t('fields.delete', { name })} icon={Trash2} onClick={() => setDeleting(true)} />
          <DeleteField field={field} open={deleting} onOpenChange={setDeleting} />
        </>
      )}
    </div>
  );
}

type DeleteFieldProps = { field: ContactField; open: boolean; onOpenChange: (open: boolean) => void };

function DeleteField({ field, open, onOpenChange }: DeleteFieldProps) {
  const { t } = useTranslation('contacts-import');
  const remove = useDeleteField();
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('fields.deleteTitle', { name: field.label })}
      confirmLabel={t('fields.deleteButton')}
      busy={remove.isPending}
      busyLabel={t('fields.deleting')}
      onConfirm={() =>
        runMutation(remove, field.id, {
          onSuccess: () => toast({ title: t('fields.deleted'), description: field.label }),
          onError: (error) => {
            onOpenChange(false);
            toast({ tone: 'error', title: t('error'), description: problemText(error) });
          },
        })
      }
    >
      {t('fields.deleteText')}
    </Confirm>
  );
}
