import { useQuery } from '@tanstack/react-query';
import type { ContactDetail } from '@waggle/contracts/contacts';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameOf, StatusBadge } from '../contact-words.tsx';
import { fieldsQuery } from '../queries.ts';
import { mergePreviewQuery, useMergeContacts } from '../sheet/queries.ts';
import { MergeOutcome } from './merge-outcome.tsx';
import { choiceOf, rowsOf } from './merge-fields.ts';
import { MergeLine } from './merge-line.tsx';

type MergePreviewProps = { contact: ContactDetail; other: ContactDetail; onSwap: () => void; onDone: () => void };

/** Both side by side with what stays of each, and what the merge leaves, as the server works it out. */
export function MergePreview({ contact, other, onSwap, onDone }: MergePreviewProps) {
  const { t } = useTranslation(['contact-sheet', 'contacts']);
  const fields = useQuery(fieldsQuery).data?.items ?? [];
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const merge = { contactId: contact.id, otherId: other.id, ...choiceOf(taken) };
  const preview = useQuery(mergePreviewQuery(merge));
  const { send, busy } = useMerge(merge, onDone);
  const choose = (key: string, takes: boolean) =>
    setTaken((now) => new Set(takes ? [...now, key] : [...now].filter((one) => one !== key)));
  return (
    <div className="flex flex-col gap-5">
      <div
        role="table"
        aria-label={t('merge.compare')}
        className="overflow-hidden rounded-lg border border-line-strong"
      >
        <div role="row" className="grid grid-cols-2 bg-canvas sm:grid-cols-[7.5rem_1fr_1fr]">
          <span role="columnheader" className="flex items-center px-3 py-2 max-sm:col-span-2">
            <Button size="sm" variant="ghost" icon={ArrowLeftRight} onClick={onSwap}>
              {t('merge.swap')}
            </Button>
          </span>
          <Side contact={contact} label={t('merge.stays')} />
          <Side contact={other} label={t('merge.goes')} />
        </div>
        {rowsOf(contact, other, fields).map((row) => (
          <MergeLine key={row.key} row={row} takes={taken.has(row.key)} onTake={(takes) => choose(row.key, takes)} />
        ))}
      </div>
      {preview.data && <MergeOutcome preview={preview.data} />}
      {preview.isError && <Alert tone="danger">{problemText(preview.error)}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <p className="mr-auto text-xs text-subtle">{t('merge.forGood')}</p>
        <DialogClose>
          <Button>{t('contacts:cancel')}</Button>
        </DialogClose>
        <Button
          variant="primary"
          busy={busy}
          busyLabel={t('merge.busy')}
          disabled={!preview.isSuccess}
          onClick={() => void send()}
        >
          {t('merge.confirm')}
        </Button>
      </DialogFooter>
    </div>
  );
}

function Side({ contact, label }: { contact: ContactDetail; label: string }) {
  return (
    <span role="columnheader" className="flex min-w-0 items-center gap-2.5 border-l border-line px-3 py-2.5 text-sm">
      <Avatar name={nameOf(contact)} size={32} className="max-sm:hidden" />
      <span className="min-w-0">
        <span className="block text-2xs font-medium text-subtle">{label}</span>
        <span className="block truncate font-semibold text-ink">{nameOf(contact)}</span>
        <StatusBadge status={contact.status} />
      </span>
    </span>
  );
}

function useMerge(merge: Parameters<ReturnType<typeof useMergeContacts>['mutate']>[0], onDone: () => void) {
  const { t } = useTranslation(['contact-sheet', 'app']);
  const { mutateAsync, isPending } = useMergeContacts();
  const send = async () => {
    try {
      const merged = await mutateAsync(merge);
      toast({ tone: 'success', title: t('merge.done'), description: nameOf(merged) });
      onDone();
    } catch (error) {
      toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
    }
  };
  return { send, busy: isPending };
}
