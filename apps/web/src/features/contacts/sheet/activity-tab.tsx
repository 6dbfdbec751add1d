import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ContactActivity } from '@waggle/contracts/contacts';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { activityQuery } from '../queries.ts';
import { activityDetail, ActivityIcon, amountIn, eventName, sentenceKey } from './activity-words.tsx';
import { Composer } from './composer.tsx';
import { NoteText } from './notes/note-text.tsx';
import { OpenTasks } from './tasks/tasks-tab.tsx';
import { byDay, type Day } from './timeline.ts';

/** What is open, what happened, and where to add to it. */
export function ActivityTab({ contactId }: { contactId: string }) {
  const mayWrite = useHolds('contacts:write');
  return (
    <>
      {mayWrite && <Composer contactId={contactId} />}
      <div className="pt-3">
        <OpenTasks contactId={contactId} />
      </div>
      <Timeline contactId={contactId} />
    </>
  );
}

/** What happened, newest first, day by day. */
function Timeline({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts');
  const activity = useInfiniteQuery(activityQuery(contactId));
  if (activity.isPending) return <SkeletonRows className="pt-4" />;
  if (activity.isError) {
    return (
      <LoadError
        title={t('activity.failed')}
        message={problemText(activity.error)}
        retry={() => void activity.refetch()}
        busy={activity.isFetching}
      />
    );
  }
  const days = byDay(activity.data.pages.flatMap(({ items }) => items));
  if (days.length === 0) return <p className="py-6 text-sm text-subtle">{t('activity.none')}</p>;
  return (
    <div className="flex flex-col gap-5 py-5">
      {days.map((day) => (
        <DaySection key={day.key} day={day} />
      ))}
      {activity.hasNextPage && (
        <Button
          className="self-start"
          size="sm"
          busy={activity.isFetchingNextPage}
          onClick={() => void activity.fetchNextPage()}
        >
          {t('activity.more')}
        </Button>
      )}
    </div>
  );
}

function DaySection({ day: { when, items } }: { day: Day }) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const [first] = items;
  const title = when === 'earlier' ? format.date(first?.happenedAt ?? '') : t(`activity.${when}`);
  return (
    <section>
      <h3 className="mb-2 text-xs font-medium text-subtle">{title}</h3>
      <ol className="relative flex flex-col gap-4 before:absolute before:top-3 before:bottom-3 before:left-3 before:w-px before:bg-line-strong">
        {items.map((item) => (
          <TimelineItem key={`${item.id} ${item.type}`} item={item} />
        ))}
      </ol>
    </section>
  );
}

function TimelineItem({ item }: { item: ContactActivity }) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const detail = item.type.startsWith('task.') ? item.subject?.name : activityDetail(item, t);
  return (
    <li className="relative flex items-start gap-3 text-sm">
      <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-raised">
        <ActivityIcon type={item.type} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="break-words text-muted">
          <Sentence item={item} />
        </p>
        {detail && <p className="text-xs break-words text-subtle">{detail}</p>}
        {item.type === 'note.added' && item.subject && (
          <p className="line-clamp-6 text-xs text-muted">
            <NoteText text={item.subject.name} />
          </p>
        )}
      </div>
      <time
        dateTime={item.happenedAt}
        title={format.fullDate(item.happenedAt)}
        className="shrink-0 pt-0.5 text-xs text-subtle"
      >
        {format.time(item.happenedAt)}
      </time>
    </li>
  );
}

/** What it is about; an import leads to its summary, a form to what was submitted, an automation to the person's path. The translation puts the name into it. */
function Subject({ item, children }: { item: ContactActivity; children?: ReactNode }) {
  const mayImport = useHolds('contacts:write');
  const look = 'font-semibold text-link underline underline-offset-2';
  if (item.subject && item.type === 'contact.imported' && mayImport) {
    return (
      <Link to="/dashboard/contacts/imports" search={{ import: item.subject.id }} className={look}>
        {children}
      </Link>
    );
  }
  if (item.subject && item.type === 'form.submitted') {
    const { submissionId } = item.data;
    const submission = typeof submissionId === 'string' ? submissionId : undefined;
    return (
      <Link to="/dashboard/forms" search={{ analytics: item.subject.id, submission }} className={look}>
        {children}
      </Link>
    );
  }
  const { runId } = item.data;
  if (item.subject && item.type.startsWith('automation.') && typeof runId === 'string') {
    return (
      <Link
        to="/dashboard/automations/$automationId"
        params={{ automationId: item.subject.id }}
        search={{ tab: 'runs', run: runId }}
        className={look}
      >
        {children}
      </Link>
    );
  }
  return <span className="font-semibold text-ink">{children}</span>;
}

function Sentence({ item }: { item: ContactActivity }) {
  const { t } = useTranslation('contacts');
  const paid = amountIn(item, useMoney());
  const key = sentenceKey(item.type);
  if (!key) return t('activity.other');
  const nobody = item.type === 'contact.moved' && item.data['toClientId'] === null;
  // What a contact came by is named as it was called then.
  const told = eventName(item.type) ?? (typeof item.data['name'] === 'string' ? item.data['name'] : undefined);
  const subject = paid ?? item.subject?.name ?? told ?? t(nobody ? 'activity.noClient' : 'activity.gone');
  const by = item.by ?? t('activity.someone');
  return (
    <Trans t={t} i18nKey={key} values={{ subject, by }} components={{ b: <Subject item={item} /> }} shouldUnescape />
  );
}
