import { Link } from '@tanstack/react-router';
import type { Sender } from '@waggle/contracts/sending';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useOwnerNote } from './client-names.ts';
import { useDeleteSender } from './queries.ts';
import { RowMenu } from './row-menu.tsx';
import { TestDialog } from './test-dialog.tsx';

/** A name with a mark is as high as one without. */
export const nameClass = 'flex min-h-5 min-w-0 flex-wrap items-center gap-x-2 text-sm font-[550] text-ink';

export const rowClass = 'flex flex-wrap items-center gap-x-3.5 gap-y-2 border-line px-4.5 py-3 not-first:border-t';

/** The state and what can be done: at the end of the row, on a phone below it. */
export const asideClass = 'flex items-center gap-3.5 max-sm:w-full max-sm:justify-between';

export function SenderRow({ sender, onEdit }: { sender: Sender; onEdit: () => void }) {
  const { t } = useTranslation('sending');
  const owner = useOwnerNote()(sender.clientId);
  const mayManage = useHolds('sending:manage');
  return (
    <li className={rowClass}>
      <div className="min-w-0 flex-1 basis-48">
        <p className={nameClass}>
          <span className="wrap-anywhere">{sender.fromName}</span>
          {sender.isDefault && (
            <Badge tone="accent" dot={false}>
              {t('default')}
            </Badge>
          )}
        </p>
        <p className="text-xs wrap-anywhere text-muted">{[sender.fromEmail, owner].filter(Boolean).join(' · ')}</p>
        {sender.replyTo && (
          <p className="text-xs wrap-anywhere text-muted">{t('senders.repliesTo', { email: sender.replyTo })}</p>
        )}
        {!sender.isReady && (
          <Link
            to="/dashboard/settings/domains"
            className="mt-0.5 inline-block text-xs font-medium text-link hover:underline coarse:py-1.5"
          >
            {t('senders.verifyDomain')}
          </Link>
        )}
      </div>
      <div className={asideClass}>
        <Badge tone={sender.isReady ? 'success' : 'warning'}>
          {t(sender.isReady ? 'senders.ready' : 'senders.notReady')}
        </Badge>
        {mayManage && <SenderActions sender={sender} onEdit={onEdit} />}
      </div>
    </li>
  );
}

function SenderActions({ sender: { id, fromEmail }, onEdit }: { sender: Sender; onEdit: () => void }) {
  const { t } = useTranslation('sending');
  const remove = useDeleteSender();
  const [testing, setTesting] = useState(false);
  return (
    <div className="flex items-center gap-2">
      <Button size="sm" aria-label={t('test.openWith', { name: fromEmail })} onClick={() => setTesting(true)}>
        {t('test.open')}
      </Button>
      <RowMenu
        label={t('senders.menuOf', { email: fromEmail })}
        onEdit={onEdit}
        remove={() => remove.mutateAsync(id)}
        question={t('senders.removeQuestion', { email: fromEmail })}
        removedTitle={t('senders.removed')}
      >
        {t('senders.removeText')}
      </RowMenu>
      {testing && <TestDialog senderId={id} onClose={() => setTesting(false)} />}
    </div>
  );
}
