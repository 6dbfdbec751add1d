import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Field } from '#ui/field.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useBuilder, useOwner } from '../builder-context.ts';
import { topicsQuery } from '../queries.ts';
import { useAudience } from '../recipients/use-audience.ts';
import { Section } from './section.tsx';

/** A select has no null. */
const none = 'none';

/** Which of the client's topics the email belongs to: whoever opted out of it is left out. */
export function TopicSection() {
  const { t } = useTranslation('campaign-builder');
  return (
    <Section title={t('settings.topic')} text={t('settings.topicText')}>
      <TopicField />
    </Section>
  );
}

function TopicField() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly, clientMissing } = useBuilder();
  const owner = useOwner();
  const topics = useQuery({ ...topicsQuery(owner), enabled: !clientMissing });
  const hint = useReach();
  if (clientMissing) return <p className="text-sm text-muted">{t('recipients.clientFirst')}</p>;
  if (topics.isPending) return <Skeleton shape="block" className="h-9 max-w-sm" />;
  if (topics.isError)
    return (
      <LoadError
        title={t('settings.topicsFailed')}
        message={problemText(topics.error)}
        retry={() => void topics.refetch()}
        busy={topics.isFetching}
      />
    );
  const offered = topics.data.items.filter(({ id, archived }) => !archived || id === draft.topicId);
  if (offered.length === 0) return <NoTopics />;
  const options = offered.map(({ id, name, description, archived }) => ({
    value: id,
    label: archived ? t('settings.archivedTopic', { name }) : name,
    ...(description && { description }),
  }));
  return (
    <Field label={t('settings.topic')} hideLabel hint={hint}>
      {(control) => (
        <Select
          {...control}
          options={[{ value: none, label: t('settings.noTopic') }, ...options]}
          disabled={readOnly}
          value={draft.topicId ?? none}
          onValueChange={(value) => change({ topicId: value === none ? null : value })}
        />
      )}
    </Field>
  );
}

/** How many of those it would go to want the topic. An automation says by itself who gets its emails. */
function useReach(): string {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { draft, campaign } = useBuilder();
  const { data } = useAudience();
  if (draft.topicId === null) return t('settings.noTopicHint');
  if (!data || campaign?.stepId) return '';
  const out = data.leftOut.find(({ reason }) => reason === 'topic-opted-out')?.people ?? 0;
  return t('settings.topicReach', { n: format.number(data.recipients), all: format.number(data.recipients + out) });
}

function NoTopics() {
  const { t } = useTranslation('campaign-builder');
  const mayWrite = useHolds('contacts:write');
  return (
    <p className="text-sm text-muted">
      {t('settings.noTopics')}{' '}
      {mayWrite && (
        <Link className="text-accent-text underline" to="/dashboard/settings/topics">
          {t('settings.addTopics')}
        </Link>
      )}
    </p>
  );
}
