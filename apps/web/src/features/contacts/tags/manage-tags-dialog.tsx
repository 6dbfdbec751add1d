import { useQuery } from '@tanstack/react-query';
import type { ContactDetail } from '@waggle/contracts/contacts';
import type { Tag } from '@waggle/contracts/tags';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Count } from '#ui/badge.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { nameOf } from '../contact-words.tsx';
import { tagChoicesQuery } from '../queries.ts';
import { DeleteTag } from './delete-tag.tsx';
import { NewTagForm } from './new-tag-form.tsx';
import { TagPicker } from './tag-picker.tsx';
import { useContactTags } from './use-contact-tags.ts';

type ManageTagsDialogProps = { contact: ContactDetail; onClose: () => void };

/** The tags of one contact, and the tags there are. */
export function ManageTagsDialog({ contact, onClose }: ManageTagsDialogProps) {
  const { t } = useTranslation('contacts');
  const { add } = useContactTags(contact.id);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={t('tags.manage')}
      description={t('tags.manageText', { name: nameOf(contact) })}
      footer={
        <DialogClose>
          <Button>{t('done')}</Button>
        </DialogClose>
      }
    >
      <div className="flex flex-col gap-5 pb-1">
        <OwnTags contact={contact} />
        <section className="rounded-lg border border-line-strong p-4">
          <h3 className="mb-3 text-sm font-semibold text-ink">{t('tags.createTitle')}</h3>
          <NewTagForm variant="primary" clientId={contact.clientId} onCreated={(tag) => add(tag, false)} />
        </section>
        <AllTags />
      </div>
    </Dialog>
  );
}

function OwnTags({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const { add, remove } = useContactTags(contact.id);
  const [open, setOpen] = useState(false);
  return (
    <section className="flex flex-col gap-2.5">
      <h3 className="text-sm font-semibold text-ink">{t('tags.own')}</h3>
      <div className="flex min-h-6 flex-wrap items-center gap-1.5">
        {contact.tags.map((tag) => (
          <TagChip
            key={tag.id}
            name={tag.name}
            color={tag.color}
            onRemove={() => remove(tag)}
            removeLabel={t('tags.removeNamed', { name: tag.name })}
          />
        ))}
        {contact.tags.length === 0 && <span className="text-sm text-subtle">{t('tags.ownNone')}</span>}
      </div>
      <Popover
        label={t('tags.add')}
        flush
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button iconEnd={ChevronDown} className="self-start">
            {t('tags.addExisting')}
          </Button>
        }
      >
        <TagPicker
          clientId={contact.clientId}
          without={contact.tags.map(({ id }) => id)}
          onPick={(tag) => {
            setOpen(false);
            add(tag);
          }}
        />
      </Popover>
    </section>
  );
}

function AllTags() {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const [deleted, setDeleted] = useState<Tag>();
  const tags = useQuery(tagChoicesQuery()).data?.items ?? [];
  if (tags.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-ink">{t('tags.all')}</h3>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto">
        {tags.map((tag) => (
          <li key={tag.id} className="flex min-h-10 items-center gap-2.5 text-sm text-ink">
            <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: tag.color }} />
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            <Count>{t('tags.contactCount', { count: tag.contacts, shown: number(tag.contacts) })}</Count>
            <IconButton
              label={t('tags.deleteNamed', { name: tag.name })}
              icon={Trash2}
              size="sm"
              onClick={() => setDeleted(tag)}
            />
          </li>
        ))}
      </ul>
      {deleted && <DeleteTag tag={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  );
}
