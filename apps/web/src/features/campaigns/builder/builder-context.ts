import type { Campaign } from '@waggle/contracts/campaigns';
import type { Owner } from '@waggle/contracts/clients';
import { createContext, use } from 'react';
import type { CampaignDraft, DraftChange, DraftField } from './draft.ts';

export type Builder = {
  draft: CampaignDraft;
  change: (patch: DraftChange) => void;
  /** As the server knows it; undefined until a new one is saved. */
  campaign: Campaign | undefined;
  /** Whose contacts are meant; undefined where the server knows, or nobody has chosen yet. */
  clientId: string | null | undefined;
  /** Nobody has said yet whose it is, so nothing can be counted. */
  clientMissing: boolean;
  readOnly: boolean;
  /** What to say at a field; empty until somebody tried to save or send. */
  complaints: Partial<Record<DraftField, string>>;
  showTab: (tab: BuilderTab) => void;
};

export const builderTabs = ['content', 'preview', 'recipients', 'schedule', 'settings'] as const;
export type BuilderTab = (typeof builderTabs)[number];

export const BuilderContext = createContext<Builder | undefined>(undefined);

export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('This part belongs into the campaign builder');
  return builder;
}

/** Whose tags, segments, contacts and images fit this campaign; undefined where nobody has said, or everybody's do. */
export function useOwner(): Owner | undefined {
  const { clientId, draft } = useBuilder();
  if (clientId === undefined || draft.recipients.everyClient) return undefined;
  return clientId ?? 'organization';
}
