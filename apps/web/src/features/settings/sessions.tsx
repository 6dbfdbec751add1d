import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { listSessions } from '@waggle/contracts/profile';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './queries.ts';

type Session = ReplyOf<typeof listSessions>['items'][number];

export function Sessions() {
  const { t } = useTranslation('settings');
  const sessions = useQuery(sessionsQuery);
  const others = sessions.data?.items.some((session) => !session.current) ?? false;
  return (
    <Card title={t('sessions.title')} description={t('sessions.text')} aside={others && <EndOthers />} flush>
      {sessions.isPending && <SkeletonRows className="px-4.5" />}
      {sessions.isError && (
        <LoadError
          title={t('sessions.failed')}
          message={problemText(sessions.error)}
          retry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && (
        <ul>
          {sessions.data.items.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function EndOthers() {
  const { t } = useTranslation('settings');
  const end = useEndOtherSessions();
  const onClick = () =>
    runMutation(end, undefined, {
      onSuccess: () => toast({ tone: 'success', title: t('sessions.othersEnded') }),
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  return (
    <Button size="sm" busy={end.isPending} onClick={onClick}>
      {t('sessions.endOthers')}
    </Button>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTranslation('settings');
  const end = useEndSession();
  const Icon = /iphone|android|ipad|mobile/i.test(session.device) ? Smartphone : Monitor;
  const onClick = () =>
    runMutation(end, session.id, {
      onSuccess: () => toast({ tone: 'success', title: t('sessions.ended'), description: session.device }),
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  return (
    <li className="flex items-center gap-3.5 border-t border-line px-4.5 py-3">
      <Icon aria-hidden className="size-4 text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-[550] text-ink">
          {session.device}
          {session.current && <Badge tone="success">{t('sessions.current')}</Badge>}
        </p>
        <p className="text-xs text-subtle">
          {session.ipAddress ? `${session.ipAddress} · ` : ''}
          {session.current ? (
            t('sessions.activeNow')
          ) : (
            <>
              {t('sessions.lastSeen')} <Time at={session.lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          busy={end.isPending}
          onClick={onClick}
          aria-label={t('sessions.endOne', { device: session.device })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
