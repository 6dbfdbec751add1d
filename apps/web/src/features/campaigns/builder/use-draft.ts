import { createCampaign, type Campaign, readCampaign, updateCampaign } from '@waggle/contracts/campaigns';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useUser, type ClientChoice } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { bodyOf, createBody } from './draft.ts';
import { DraftKeeper } from './draft-keeper.ts';
import { type CopyOf, readLocalCopy, writeLocalCopy } from './local-copy.ts';
import { useKeepCampaign } from './queries.ts';

/** The draft of one campaign, or of a new one. What is still unsaved when the screen is left goes to the server then. */
export function useDraft(campaign: Campaign | undefined, client: ClientChoice) {
  const { id: userId, activeClientId, clientId } = useUser();
  const remember = useKeepCampaign();
  const [keeper] = useState(() => {
    const copyOf = (campaignId: string | undefined): CopyOf =>
      campaignId === undefined ? { newOf: activeClientId ?? clientId ?? 'all' } : { campaignId };
    const calls = {
      create: (draft: Parameters<typeof createBody>[0], owner: object) =>
        call(createCampaign, { body: { ...createBody(draft), ...owner } }).then(remember),
      update: ({ id, version }: Campaign, change: Parameters<typeof bodyOf>[0], checkpoint: boolean) =>
        call(updateCampaign, {
          params: { campaignId: id },
          body: { ...bodyOf(change), version, ...(checkpoint && { checkpoint }) },
        }).then(remember),
      read: (campaignId: string) => call(readCampaign, { params: { campaignId } }),
      keep: (campaignId: string | undefined, copy: Parameters<typeof writeLocalCopy>[2]) =>
        writeLocalCopy(userId, copyOf(campaignId), copy),
    };
    return new DraftKeeper(calls, campaign, readLocalCopy(userId, copyOf(campaign?.id)));
  });
  useEffect(() => {
    keeper.resume();
    return () => void keeper.flush();
  }, [keeper]);
  useEffect(() => {
    if (campaign) keeper.notice(campaign);
  }, [keeper, campaign]);
  const { missing, body } = client;
  useEffect(() => keeper.setOwner(missing ? undefined : body));

  return { keeper, kept: useSyncExternalStore(keeper.subscribe, keeper.get) };
}
