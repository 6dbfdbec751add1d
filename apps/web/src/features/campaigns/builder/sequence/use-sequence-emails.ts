import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newStepId } from '#lib/step-id.ts';
import { toast } from '#ui/toast-store.ts';
import { useBuilder } from '../builder-context.ts';
import type { DraftEmail } from '../draft.ts';
import type { DraftKeeper } from '../draft-keeper.ts';
import { sequenceQuery } from '../../queries.ts';
import { usualWait } from './usual-wait.ts';

/** The first is sent at once, and each after it waits. */
const ordered = (emails: readonly DraftEmail[]): DraftEmail[] =>
  emails.map(({ id, wait }, at) => ({ id, wait: at === 0 ? null : (wait ?? usualWait) }));

/** Adds, moves and removes emails of the draft. */
export function useEmailList() {
  const { draft, change } = useBuilder();
  const emails = draft.emails ?? [];
  const set = (next: readonly DraftEmail[]) => change({ emails: ordered(next) });
  return {
    emails,
    add: () => set([...emails, { id: newStepId(), wait: usualWait }]),
    remove: (at: number) => set(emails.filter((_, place) => place !== at)),
    move: (at: number, to: number) => {
      const next = [...emails];
      next.splice(to, 0, ...next.splice(at, 1));
      set(next);
    },
    wait: (at: number, wait: NonNullable<DraftEmail['wait']>) =>
      set(emails.map((email, place) => (place === at ? { ...email, wait } : email))),
  };
}

/** What each email is about, as far as the server knows it. */
export function useSubjects(): Map<string, string> {
  const { campaign } = useBuilder();
  const sequence = useQuery({ ...sequenceQuery(campaign?.id ?? ''), enabled: campaign !== undefined }).data;
  return new Map(sequence?.emails.map(({ id, subject }) => [id, subject]));
}

/** Leads to the editor of an email. The server makes it when the list is saved. */
export function useOpenEmail(keeper: DraftKeeper) {
  const { t } = useTranslation('campaign-builder');
  const navigate = useNavigate();
  const [opening, setOpening] = useState<string>();
  const open = async (id: string) => {
    setOpening(id);
    await keeper.flush();
    setOpening(undefined);
    const campaignId = keeper.get().campaign?.emails?.find((email) => email.id === id)?.campaignId;
    if (campaignId) await navigate({ to: '/dashboard/campaigns/$campaignId/edit', params: { campaignId } });
    else toast({ tone: 'error', title: t('sequence.notSaved') });
  };
  return { open, opening };
}
