import { useNavigate } from '@tanstack/react-router';
import { FlaskConical, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientChoice, useHolds } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { backOf } from './back-trail.tsx';
import { useBuilder } from './builder-context.ts';
import { BuilderMenu } from './builder-menu.tsx';
import { useCheck } from './checks/use-check.ts';
import { complaintsOf, type DraftField } from './draft.ts';
import type { DraftKeeper, Kept } from './draft-keeper.ts';
import { SendDialog } from './send/send-dialog.tsx';
import { TestDialog } from './send/test-dialog.tsx';
import { useTest } from './send/use-test.ts';
import { tabOfField } from './use-tabs.tsx';

type BuilderActionsProps = {
  keeper: DraftKeeper;
  kept: Kept;
  client: ClientChoice;
  /** From now on fields say what is missing. */
  onTry: () => void;
};

export function BuilderActions(props: BuilderActionsProps) {
  return useBuilder().readOnly ? null : <EditorActions {...props} />;
}

function EditorActions({ keeper, kept, client, onTry }: BuilderActionsProps) {
  const { t } = useTranslation('campaign-builder');
  const navigate = useNavigate();
  const maySend = useHolds('campaigns:send');
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const saveAll = useSaveAll({ keeper, client, onTry });
  const test = useTest(kept.campaign?.id, saveAll);
  // A sequence says nothing itself: its emails have tests and versions.
  const emailId = kept.draft.emails ? undefined : kept.campaign?.id;
  const onTest = maySend && emailId ? () => void test.run() : undefined;

  const run = async (then: () => void) => {
    setBusy(true);
    const saved = await saveAll();
    setBusy(false);
    if (saved) then();
  };
  const save = () =>
    void run(() => {
      toast({ tone: 'success', title: t('saved') });
      void navigate({ to: backOf(kept.campaign) });
    });
  return (
    <>
      <BuilderMenu keeper={keeper} campaignId={emailId} onSave={save} onTest={onTest} />
      {onTest && (
        <Button variant="ghost" icon={FlaskConical} busy={test.isPending} onClick={onTest} className="max-md:hidden">
          {t('test.send')}
        </Button>
      )}
      <Button busy={busy && !asking} onClick={save} className="max-md:hidden">
        {t('saveDraft')}
      </Button>
      {maySend && <SendButton busy={busy} onSend={() => void run(() => setAsking(true))} />}
      {test.asking && <TestDialog test={test} />}
      {asking && kept.campaign && <SendDialog campaign={kept.campaign} onClose={() => setAsking(false)} />}
    </>
  );
}

/** An email of an automation or a sequence is sent by that alone. */
function SendButton({ busy, onSend }: { busy: boolean; onSend: () => void }) {
  const { t } = useTranslation('campaign-builder');
  const { draft, campaign } = useBuilder();
  const { blocking } = useCheck();
  if (campaign?.stepId) return null;
  const isSequence = draft.emails !== null;
  const missing = draft.name.trim() === '' || (!isSequence && draft.subject.trim() === '');
  const reason = missing
    ? t(isSequence ? 'sequence.startNeeds' : 'sendNeeds')
    : blocking && translateSentence(blocking.message);
  return (
    <Button variant="primary" icon={Send} disabledReason={reason} disabled={busy} onClick={onSend}>
      <span className="max-sm:sr-only">{t(isSequence ? 'sequence.start' : 'send')}</span>
    </Button>
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
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true] .cm-content')?.focus(),
    ),
  );
}
