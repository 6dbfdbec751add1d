import { queryOptions } from '@tanstack/react-query';
import * as campaigns from '@waggle/contracts/campaigns';
import * as emails from '@waggle/contracts/contact-emails';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { contactKeys } from '../../keys.ts';
import { useChange } from '../../queries.ts';

const emailsKey = (contactId: string) => [...contactKeys.contacts, 'emails', contactId];

/** What waits is asked for again until it has left. */
export const emailsQuery = (contactId: string) =>
  queryOptions({
    queryKey: emailsKey(contactId),
    queryFn: ({ signal }) => call(emails.listContactEmails, { params: { contactId } }, signal),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.items.some((email) => email.state === 'waiting') ? 2_000 : false),
  });

export const emailOptionsQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...emailsKey(contactId), 'options'],
    queryFn: ({ signal }) => call(emails.readEmailOptions, { params: { contactId } }, signal),
    refetchOnMount: 'always',
  });

const stale = (contactId: string) => [
  emailsKey(contactId),
  [...contactKeys.contacts, 'activity', contactId],
  [...contactKeys.contacts, 'engagement', contactId],
];

export const useSendEmail = (contactId: string) =>
  useChange(
    (body: NonNullable<CallInput<typeof emails.sendContactEmail>['body']>) =>
      call(emails.sendContactEmail, { params: { contactId }, body }),
    stale(contactId),
  );

/** A held email goes on, or ends, as the campaign it is sent as. */
export const useResumeEmail = (contactId: string) =>
  useChange(
    (campaignId: string) =>
      call(campaigns.changeCampaignStatus, { params: { campaignId }, body: { status: 'ACTIVE' } }),
    stale(contactId),
  );

export const useCancelEmail = (contactId: string) =>
  useChange((campaignId: string) => call(campaigns.cancelCampaign, { params: { campaignId } }), stale(contactId));
