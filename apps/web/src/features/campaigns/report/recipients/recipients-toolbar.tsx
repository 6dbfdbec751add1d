import { useQuery } from '@tanstack/react-query';
import { exportLeftOut, exportRecipients } from '@waggle/contracts/campaign-recipients';
import { type Campaign, mailboxProviders, sendStates } from '@waggle/contracts/campaigns';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { addressOfCall } from '#lib/api.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { buttonClass } from '#ui/button-class.ts';
import { PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { ChoiceFilter } from '../../choice-filter.tsx';
import { linksQuery } from '../queries.ts';
import { events, type RecipientFilter } from './use-recipient-filter.ts';

type ToolbarProps = { campaign: Campaign; filter: RecipientFilter };

export function RecipientsToolbar({ campaign, filter }: ToolbarProps) {
  const { t } = useTranslation('campaign-report');
  const singleKeys = useSingleKeys();
  const mayExport = useHolds('campaigns:export');
  const { list } = filter;
  return (
    <PageToolbar>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <StateFilter campaign={campaign} filter={filter} />
        <div className="ml-auto flex items-center gap-2 max-md:w-full max-md:flex-wrap">
          <SearchInput
            label={t('recipients.search')}
            placeholder={t('recipients.search')}
            value={list.search}
            onValueChange={list.setSearch}
            hotkey={singleKeys}
            className="max-md:basis-full md:w-64"
          />
          {filter.isLeftOut ? (
            <ReasonChoice campaign={campaign} filter={filter} />
          ) : (
            <>
              <EventChoice filter={filter} />
              <LinkChoice campaignId={campaign.id} filter={filter} />
              <MailboxChoice filter={filter} />
            </>
          )}
          {mayExport && (
            <a
              href={fileOf(campaign.id, filter)}
              download
              aria-label={t('recipients.export')}
              className={buttonClass({ variant: 'secondary', size: 'md' })}
            >
              <Download aria-hidden className="icon-control" />
              <span className="max-md:sr-only">{t('recipients.export')}</span>
            </a>
          )}
        </div>
      </div>
    </PageToolbar>
  );
}

/** The rows that are on screen, all pages of them. */
function fileOf(campaignId: string, { list, isLeftOut, state, event, link, mailbox, reason }: RecipientFilter): string {
  const search = list.search || undefined;
  return isLeftOut
    ? addressOfCall(exportLeftOut, { params: { campaignId }, query: { reason, search } })
    : addressOfCall(exportRecipients, { params: { campaignId }, query: { state, event, link, mailbox, search } });
}

const nothing = { event: undefined, link: undefined, mailbox: undefined, reason: undefined };

/** Only states somebody is in, and the one that was asked for. */
function StateFilter({ campaign, filter: { state, isLeftOut, choose } }: ToolbarProps) {
  const { t } = useTranslation('campaign-report');
  const present = sendStates.filter((one) => one === state || (campaign.progress[one] ?? 0) > 0);
  // Who was not selected is listed when asked for by that reason.
  const leftOut = campaign.leftOut
    .filter(({ reason }) => reason !== 'not-selected')
    .reduce((sum, { people }) => sum + people, 0);
  const choices = [
    { value: undefined, count: campaign.audience ?? 0 },
    ...present.map((value) => ({ value, count: campaign.progress[value] ?? 0 })),
    ...(leftOut > 0 || isLeftOut ? [{ value: 'left-out' as const, count: leftOut }] : []),
  ];
  return (
    <ChoiceFilter
      label={t('recipients.state')}
      choices={choices.map((choice) => ({ ...choice, label: t(`states.${choice.value ?? 'all'}`) }))}
      chosen={isLeftOut ? 'left-out' : state}
      onChoose={(value) => choose({ ...nothing, state: value })}
    />
  );
}

const any = 'any';

function EventChoice({ filter: { event, choose } }: { filter: RecipientFilter }) {
  const { t } = useTranslation('campaign-report');
  return (
    <Select
      aria-label={t('recipients.event')}
      className="w-auto! min-w-36 text-sm!"
      value={event ?? any}
      onValueChange={(chosen) => choose({ event: chosen === any ? undefined : chosen })}
      options={[any, ...events].map((value) => ({ value, label: t(`events.${value as (typeof events)[number]}`) }))}
    />
  );
}

/** Only while a link was asked for: all of them are in the click map. */
function LinkChoice({ campaignId, filter: { link, choose } }: { campaignId: string; filter: RecipientFilter }) {
  const { t } = useTranslation('campaign-report');
  const links = useQuery({ ...linksQuery(campaignId), enabled: link !== undefined }).data?.items ?? [];
  if (link === undefined) return null;
  return (
    <Select
      aria-label={t('recipients.link')}
      className="w-auto! max-w-56 min-w-36 text-sm!"
      value={String(link)}
      onValueChange={(chosen) => choose({ link: chosen === any ? undefined : Number(chosen) })}
      options={[
        { value: any, label: t('recipients.anyLink') },
        ...links.map(({ no, url }) => ({ value: String(no), label: url.replace(/^https?:\/\//, '') })),
      ]}
    />
  );
}

/** Only while a provider was asked for: all of them are in the overview. */
function MailboxChoice({ filter: { mailbox, choose } }: { filter: RecipientFilter }) {
  const { t } = useTranslation('campaign-report');
  if (mailbox === undefined) return null;
  return (
    <Select
      aria-label={t('mailboxes.title')}
      className="w-auto! min-w-36 text-sm!"
      value={mailbox}
      onValueChange={(chosen) => choose({ mailbox: chosen === any ? undefined : chosen })}
      options={[
        { value: any, label: t('recipients.anyMailbox') },
        ...mailboxProviders.map((value) => ({ value, label: t(`providers.${value}`) })),
      ]}
    />
  );
}

function ReasonChoice({ campaign, filter: { reason, choose } }: ToolbarProps) {
  const { t } = useTranslation('campaign-report');
  const reasons = campaign.leftOut.map((one) => one.reason);
  return (
    <Select
      aria-label={t('recipients.reason')}
      className="w-auto! min-w-36 text-sm!"
      value={reason ?? any}
      onValueChange={(chosen) => choose({ reason: chosen === any ? undefined : chosen })}
      options={[
        { value: any, label: t('recipients.anyReason') },
        ...reasons.map((value) => ({ value, label: t(`leftOutReasons.${value}`) })),
      ]}
    />
  );
}
