import type { RunningParts } from '#features/contacts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Installation } from '#platform/installation/installation.ts';
import type { LinkKeys } from '#platform/tracking/link-keys.ts';
import type { SequenceEngine } from './sequences/engine.ts';

/** What campaigns need beyond a tenant's rows; made once at start. */
export type Campaigns = RunningParts & {
  settings: Settings;
  linkKeys: LinkKeys;
  /** What leads people through sequences. Automations add theirs when they are made. */
  sequences: SequenceEngine[];
  installation: Pick<Installation, 'fence' | 'note'>;
};
