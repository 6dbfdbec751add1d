import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientChoice, useHolds } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useBuilder } from './builder-context.ts';
import { complaintsOf, type DraftField } from './draft.ts';
import type { DraftKeeper, Kept } from './draft-keeper.ts';
import { SendDialog } from './send/send-dialog.tsx';
import { SendTest } from './send/send-test.tsx';
import { tabOfField } from './use-tabs.tsx';

type BuilderActionsProps = {
  keeper: DraftKeeper;
  kept: Kept;
  client: ClientChoice;
  /** From now on fields say what is missing. */
  onTry: () => void;
};

export function BuilderActions({ keeper, kept, client, onTry }: BuilderActionsProps) {
  const { t } = useTranslation('campaign-builder');
  const { readOnly, draft } = useBuilder();
  const navigate = useNavigate();
  const maySend = useHolds('campaigns:send');
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const saveAll = useSaveAll({ keeper, client, onTry });
  if (readOnly) return null;

  const run = async (then: () => void) => {
    setBusy(true);
    const saved = await saveAll();
    setBusy(false);
    if (saved) then();
  };
  const save = () =>
    run(() => {
      toast({ tone: 'success', title: t('saved') });
      void navigate({ to: '/dashboard/campaigns' });
    });
  const missing = draft.name.trim() === '' || draft.subject.trim() === '';
  return (
    <>
      {maySend && kept.campaign && <SendTest campaignId={kept.campaign.id} flush={saveAll} />}
      <Button busy={busy && !asking} onClick={() => void save()} className="max-sm:hidden">
        {t('saveDraft')}
      </Button>
      {maySend && (
        <Button
          variant="primary"
          icon={Send}
          disabledReason={missing ? t('sendNeeds') : undefined}
          disabled={busy}
          onClick={() => void run(() => setAsking(true))}
        >
          <span className="max-sm:sr-only">{t('send')}</span>
        </Button>
      )}
      {asking && kept.campaign && <SendDialog campaign={kept.campaign} onClose={() => setAsking(false)} />}
    </>
  );
}

type SaveAll = Pick<BuilderActionsProps, 'keeper' | 'client' | 'onTry'>;

/** Saves everything, or shows where something is missing. */
function useSaveAll({ keeper, client, onTry }: SaveAll) {
  const { t } = useTranslation(['campaign-builder', 'app']);
  const { showTab } = useBuilder();
  return async (): Promise<boolean> => {
    onTry();
    const wrong = Object.keys(complaintsOf(keeper.get().draft)) as DraftField[];
    const isNew = keeper.get().campaign === undefined;
    if (wrong.length > 0 || (isNew && !client.ask())) {
      showTab((wrong[0] && tabOfField[wrong[0]]) ?? 'content');
      focusFirstComplaint();
      return false;
    }
    await keeper.flush();
    const { state, error } = keeper.get();
    if (state === 'saved') return true;
    if (state === 'failed')
      toast({
        tone: 'error',
        title: t('app:error'),
        description: error instanceof ApiProblem ? problemText(error) : t('saveFailed'),
      });
    return false;
  };
}

/** After the tab with it is shown. */
function focusFirstComplaint(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()),
  );
}
