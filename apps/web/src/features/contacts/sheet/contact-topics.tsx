import { useQuery } from '@tanstack/react-query';
import type { ContactTopic } from '@waggle/contracts/topics';
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { toast } from '#ui/toast-store.ts';
import { contactTopicsQuery, useChooseTopic } from './queries.ts';

/** Which topics of the client the person opted out of. Nothing where the client has none. */
export function ContactTopics({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts');
  const topics = useQuery(contactTopicsQuery(contactId));
  if (topics.isError)
    return (
      <LoadError
        title={t('topics.failed')}
        message={problemText(topics.error)}
        retry={() => void topics.refetch()}
        busy={topics.isFetching}
      />
    );
  const items = topics.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="flex flex-col gap-2.5">
      <div className="flex items-center gap-2">
        <ListFilter aria-hidden className="size-4 text-subtle" />
        <h3 className="text-sm font-semibold text-ink">{t('topics.title')}</h3>
      </div>
      <ul aria-label={t('topics.title')} className="divide-y divide-line border-y border-line">
        {items.map((topic) => (
          <TopicRow key={topic.topicId} contactId={contactId} topic={topic} />
        ))}
      </ul>
    </section>
  );
}

function TopicRow({ contactId, topic }: { contactId: string; topic: ContactTopic }) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const mayWrite = useHolds('contacts:write');
  const { name, archived, optedOut, by, chosenAt } = topic;
  const date = chosenAt ? format.date(chosenAt) : '';
  const state = optedOut ? t(by === 'team' ? 'topics.outByTeam' : 'topics.outByPerson', { date }) : t('topics.gets');
  // What the person said is theirs to take back.
  const mayChoose = mayWrite && !(optedOut && by === 'person');
  return (
    <li className="flex items-center gap-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-[550] wrap-anywhere text-ink">{archived ? t('topics.archived', { name }) : name}</p>
        <p className="text-xs text-subtle">{state}</p>
      </div>
      {mayChoose && <ChooseTopic contactId={contactId} topic={topic} />}
    </li>
  );
}

function ChooseTopic({ contactId, topic: { topicId, name, optedOut } }: { contactId: string; topic: ContactTopic }) {
  const { t } = useTranslation(['contacts', 'app']);
  const choose = useChooseTopic(contactId);
  const turn = () =>
    runMutation(
      choose,
      { topicId, optedOut: !optedOut },
      {
        onSuccess: () => toast({ tone: 'success', title: t(optedOut ? 'topics.undone' : 'topics.done', { name }) }),
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      },
    );
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={choose.isPending}
      aria-label={t(optedOut ? 'topics.undoOf' : 'topics.optOutOf', { name })}
      onClick={turn}
    >
      {t(optedOut ? 'topics.undo' : 'topics.optOut')}
    </Button>
  );
}
