import { queryOptions, useQuery } from '@tanstack/react-query';
import { readCampaignVersion } from '@waggle/contracts/campaign-versions';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { campaignKeys } from '../../keys.ts';
import { EmailFrame } from '../preview/email-frame.tsx';
import { previewQuery } from '../queries.ts';
import { useSenders } from '../use-senders.ts';

const versionQuery = (campaignId: string, versionId: string) =>
  queryOptions({
    queryKey: [...campaignKeys.one(campaignId), 'versions', versionId],
    queryFn: ({ signal }) => call(readCampaignVersion, { params: { campaignId, versionId } }, signal),
  });

type Version = ReplyOf<typeof readCampaignVersion>;

const shownOf = ({ subject, previewText, document, content: { html, text } }: Version) => ({
  subject,
  previewText,
  ...(document ? { document, content: { html: '', text } } : { content: { html, text } }),
});

type VersionPreviewProps = { campaignId: string; versionId: string };

/** The version as it would be sent today: cleaned, with its fields filled in and with the footer. */
export function VersionPreview({ campaignId, versionId }: VersionPreviewProps) {
  const { t } = useTranslation('campaign-builder');
  const { fromName } = useSenders();
  const version = useQuery(versionQuery(campaignId, versionId));
  const made = useQuery({
    ...previewQuery(campaignId, version.data ? shownOf(version.data) : {}),
    enabled: version.data !== undefined,
    // The look of another version under the name of this one would mislead.
    placeholderData: () => undefined,
  });
  const failed = [version, made].find(({ isError }) => isError);
  if (failed)
    return (
      <LoadError
        title={t('versions.failed')}
        message={problemText(failed.error)}
        retry={() => void failed.refetch()}
        busy={failed.isFetching}
      />
    );
  if (!version.data || !made.data) return <SkeletonRows />;
  const wrong = made.data.problems.filter(({ severity }) => severity === 'error');
  if (wrong.length > 0)
    return (
      <Alert tone="danger" title={t('preview.wrong')}>
        {wrong.map(({ part, line, message }) => (
          <p key={`${part} ${line} ${message}`}>{t('preview.line', { line, message: translateSentence(message) })}</p>
        ))}
      </Alert>
    );
  return (
    <EmailFrame
      subject={made.data.subject}
      from={fromName ?? t('preview.noSender')}
      html={made.data.html}
      width="desktop"
      look="light"
    />
  );
}
