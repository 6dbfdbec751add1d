import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { openGuestLink, readGuestLink } from '@waggle/contracts/guests';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { stored } from '#lib/stored.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { GuestFrame, guestOfKey } from './guest-link.tsx';
import { enter, sessionQuery } from './session-query.ts';

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['guest-link', token],
    queryFn: ({ signal }) => call(readGuestLink, { body: { token } }, signal),
  });

/** Mail programs look at links before people do, so the page changes nothing: a person opens the figures by a button. */
export function GuestLinkScreen() {
  const { t } = useTranslation('guest');
  const { token = '' } = useParams({ strict: false });
  const link = useQuery(linkQuery(token));
  if (link.isPending) return <Spinner className="grid min-h-dvh place-items-center" />;
  if (link.isError) return <Unreadable error={link.error} retry={() => void link.refetch()} busy={link.isFetching} />;
  const { clientName, organizationName, isOpen } = link.data;
  if (!isOpen)
    return (
      <GuestFrame guest={link.data} title={t('ended.title')}>
        <p className="mt-2 text-muted">{t('ended.text', { organization: organizationName })}</p>
      </GuestFrame>
    );
  return (
    <GuestFrame guest={link.data} title={t('open.title', { client: clientName })}>
      <Open token={token} expiresAt={link.data.expiresAt} organization={organizationName} />
    </GuestFrame>
  );
}

type OpenProps = { token: string; expiresAt: string; organization: string };

function Open({ token, expiresAt, organization }: OpenProps) {
  const { t } = useTranslation('guest');
  const format = useFormat();
  const open = useOpen(token, organization);
  return (
    <>
      <p className="mt-2 text-muted">{t('open.text', { organization })}</p>
      {open.isError && (
        <Alert tone="danger" className="mt-5">
          {problemText(open.error)}
        </Alert>
      )}
      <Button
        variant="primary"
        size="lg"
        block
        className="mt-6"
        busy={open.isPending}
        busyLabel={t('open.busy')}
        onClick={() => open.mutate()}
      >
        {t('open.button')}
      </Button>
      <p className="mt-4 text-sm text-subtle">{t('until', { date: format.date(expiresAt) })}</p>
    </>
  );
}

function useOpen(token: string, organization: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(openGuestLink, { body: { token } }),
    onSuccess: async () => {
      stored.write(guestOfKey, organization);
      // Who looked by another link before is somebody else.
      enter(client, null);
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      // The token leaves the address bar, so that it is not copied from there.
      await navigate({ to: '/guest/overview', search: {}, replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.status === 410) void client.invalidateQueries(linkQuery(token));
    },
  });
}

type UnreadableProps = { error: Error; retry: () => void; busy: boolean };

function Unreadable({ error, retry, busy }: UnreadableProps) {
  const { t } = useTranslation('guest');
  const isWrong = error instanceof ApiProblem && (error.status === 404 || error.status === 400);
  return (
    <GuestFrame title={t(isWrong ? 'wrong.title' : 'failed')}>
      {isWrong ? (
        <p className="mt-2 text-muted">{t('wrong.text')}</p>
      ) : (
        <LoadError title={t('failed')} message={problemText(error)} retry={retry} busy={busy} />
      )}
    </GuestFrame>
  );
}

/** The link ended while somebody looked, they left, or this browser never opened it. */
export function GuestClosedScreen() {
  const { t } = useTranslation('guest');
  const organization = stored.read(guestOfKey);
  return (
    <GuestFrame title={t('closed.title')}>
      <p className="mt-2 text-muted">{t('closed.text')}</p>
      <p className="mt-2 text-muted">{organization ? t('closed.ask', { organization }) : t('closed.askSender')}</p>
    </GuestFrame>
  );
}
