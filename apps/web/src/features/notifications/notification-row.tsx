import { useNavigate } from '@tanstack/react-router';
import type { Notification } from '@waggle/contracts/notifications';
import { useTranslation } from 'react-i18next';
import { useSetActiveClient, useUser } from '#features/accounts/index.ts';
import { Time } from '#lib/time.tsx';
import { cx } from '#ui/class-names.ts';
import { Hexagon } from '#ui/hexagon.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { useNotificationWords } from './notification-words.ts';
import { useMarkRead } from './queries.ts';

const tones = {
  neutral: 'border-line bg-fill text-muted',
  success: 'border-transparent bg-success-soft text-success-text',
  warning: 'border-transparent bg-warning-soft text-warning-text',
};

type NotificationRowProps = { notification: Notification; onOpen?: (() => void) | undefined };

/** The title leads to the record and covers the row; the dot marks it as read. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { name, clientName, createdAt, readAt } = notification;
  const { icon: Icon, tone, title, text, link } = useNotificationWords()(notification);
  const open = useOpen(notification);
  const words = (
    <>
      {name && <strong className="font-semibold">{name}</strong>} {title}
    </>
  );
  return (
    <li className="relative flex gap-3 px-4 py-3 not-first:border-t not-first:border-line has-[a:hover]:bg-row-hover">
      <span className={cx('grid size-8 shrink-0 place-items-center rounded-md border', tones[tone])}>
        <Icon aria-hidden className="size-4" />
      </span>
      <div className={cx('min-w-0 flex-1 text-sm', readAt === null ? 'text-ink' : 'text-muted')}>
        <p className="break-words">
          {link ? (
            <a
              href={String(link.to)}
              className="after:absolute after:inset-0"
              onClick={(event) => {
                event.preventDefault();
                onOpen?.();
                void open(link);
              }}
            >
              {words}
            </a>
          ) : (
            words
          )}
        </p>
        {text && <p className="break-words text-muted">{text}</p>}
        <p className="mt-0.5 flex items-center gap-1.5 text-xs text-subtle">
          {clientName && (
            <>
              <Hexagon name={clientName} size={14} />
              <span className="truncate">{clientName}</span>
              <span aria-hidden>·</span>
            </>
          )}
          <Time at={createdAt} className="whitespace-nowrap" />
        </p>
      </div>
      {readAt === null && <UnreadDot notificationId={notification.id} />}
    </li>
  );
}

function UnreadDot({ notificationId }: { notificationId: string }) {
  const { t } = useTranslation('notifications');
  const markRead = useMarkRead();
  return (
    <Tooltip label={t('markRead')}>
      <button
        type="button"
        aria-label={t('markRead')}
        onClick={() => markRead.mutate(notificationId)}
        className="relative z-1 -mr-1.5 grid size-6 shrink-0 place-items-center rounded-full hover:bg-fill coarse:size-(--target-touch)"
      >
        <span aria-hidden className="size-2 rounded-full bg-accent-mark" />
      </button>
    </Tooltip>
  );
}

/** Goes to the record. One of another client than the shown one is in sight only after a change of client. */
function useOpen({ id, recordId, clientId, readAt }: Notification) {
  const markRead = useMarkRead();
  const setActiveClient = useSetActiveClient();
  const navigate = useNavigate();
  const { activeClientId, clientId: limit } = useUser();
  const isElsewhere = recordId !== null && limit === null && activeClientId !== null && activeClientId !== clientId;
  return async (link: object) => {
    if (readAt === null) markRead.mutate(id);
    if (isElsewhere) await setActiveClient.mutateAsync(clientId);
    await navigate(link as never);
  };
}
