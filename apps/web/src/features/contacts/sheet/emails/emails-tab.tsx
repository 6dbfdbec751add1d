import { useQuery } from '@tanstack/react-query';
import type { ContactEmail } from '@waggle/contracts/contact-emails';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Time } from '#lib/time.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { NoteText } from '../notes/note-text.tsx';
import { emailsQuery, useCancelEmail, useResumeEmail } from './queries.ts';

const tones: Record<ContactEmail['state'], BadgeTone> = {
  waiting: 'info',
  held: 'warning',
  sent: 'neutral',
  opened: 'success',
  clicked: 'success',
  bounced: 'danger',
  complained: 'danger',
  failed: 'danger',
  notSent: 'warning',
  cancelled: 'neutral',
  uncertain: 'warning',
};

/** What people of the team wrote to this contact alone, and what became of it. */
export function EmailsTab({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contact-sheet');
  const emails = useQuery(emailsQuery(contactId));
  if (emails.isPending) return <SkeletonRows className="pt-4" />;
  if (emails.isError) {
    return (
      <LoadError
        title={t('emails.failed')}
        message={problemText(emails.error)}
        retry={() => void emails.refetch()}
        busy={emails.isFetching}
      />
    );
  }
  const { items } = emails.data;
  if (items.length === 0) return <p className="py-6 text-sm text-subtle">{t('emails.none')}</p>;
  return (
    <ol className="flex flex-col divide-y divide-line py-2">
      {items.map((email) => (
        <Email key={email.id} email={email} contactId={contactId} />
      ))}
    </ol>
  );
}

function Email({ email, contactId }: { email: ContactEmail; contactId: string }) {
  const { t } = useTranslation('contact-sheet');
  const { subject, text, state, reason, by, createdAt } = email;
  const isSaid = state === 'held' || state === 'failed' || state === 'notSent';
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-semibold break-words text-ink">{subject}</span>
        <Badge tone={tones[state]}>{t(`emails.state.${state}`)}</Badge>
        <span className="ml-auto text-xs text-subtle">
          {by ?? t('team.former')} · <Time at={createdAt} />
        </span>
      </p>
      <p className="line-clamp-4 text-muted">
        <NoteText text={text} />
      </p>
      {isSaid && reason && <p className="text-xs text-danger-text">{translateSentence(reason)}</p>}
      {state === 'held' && <HeldActions id={email.id} contactId={contactId} />}
    </li>
  );
}

function HeldActions({ id, contactId }: { id: string; contactId: string }) {
  const { t } = useTranslation(['contact-sheet', 'contacts', 'app']);
  const maySend = useHolds('campaigns:send');
  const resume = useResumeEmail(contactId);
  const cancel = useCancelEmail(contactId);
  if (!maySend) return null;
  const failed = (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
  return (
    <span className="flex gap-2">
      <Button size="sm" busy={resume.isPending} onClick={() => void resume.mutateAsync(id).catch(failed)}>
        {t('emails.resume')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        busy={cancel.isPending}
        onClick={() => void cancel.mutateAsync(id).catch(failed)}
      >
        {t('emails.discard')}
      </Button>
    </span>
  );
}
