import { type AutomationSummary, mostEntered } from '@waggle/contracts/automations';
import type { ContactBatch, EntryAnswer as Answer } from '@waggle/contracts/contact-batches';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import type { ContactActionProps } from '#lib/registry.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { AutomationChoice } from './automation-choice.tsx';
import { EntryAnswer } from './entry-answer.tsx';
import { EntryProgress } from './entry-progress.tsx';
import { useEnterContacts, useEnterMatching } from './queries.ts';

/** What came of it: an answer, or a bulk action that goes on. */
type Outcome = { answer: Answer } | { batch: ContactBatch };

function useEntering({ contacts, onDone }: Pick<ContactActionProps, 'contacts' | 'onDone'>) {
  const [outcome, setOutcome] = useState<Outcome>();
  const named = useEnterContacts();
  const matching = useEnterMatching();
  const keep = (next: Outcome) => {
    setOutcome(next);
    onDone();
  };
  const start = (automationId: string) =>
    'ids' in contacts
      ? runMutation(named, { automationId, contactIds: contacts.ids }, { onSuccess: (answer) => keep({ answer }) })
      : runMutation(matching, { automationId, filter: contacts.filter }, { onSuccess: (batch) => keep({ batch }) });
  return { outcome, start, busy: named.isPending || matching.isPending, error: named.error ?? matching.error };
}

/** Those that were meant, also after the selection is cleared; more than this by name are too many. */
function useMeant(contacts: ContactActionProps['contacts']) {
  const [count] = useState('ids' in contacts ? contacts.ids.length : contacts.total);
  return { count, tooMany: 'ids' in contacts && count > mostEntered };
}

/** Lets contacts into an automation: one of the sheet, those that are ticked, or everybody who fits the filter. */
export function EnterDialog({ contacts, onClose, onDone }: ContactActionProps) {
  const { t } = useTranslation('automation-entering');
  const { number } = useFormat();
  const [automation, setAutomation] = useState<AutomationSummary>();
  const { outcome, start, busy, error } = useEntering({ contacts, onDone });
  const { count, tooMany } = useMeant(contacts);
  const most = { most: number(mostEntered) };
  const words = { count, shown: number(count) };
  const reason = tooMany ? t('tooMany', most) : automation ? undefined : t('chooseAutomation');
  const add = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button variant="primary" busy={busy} disabledReason={reason} onClick={() => automation && start(automation.id)}>
        {t('add', words)}
      </Button>
    </>
  );
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('close')}
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={outcome && automation ? automation.name : t('enterTitle', words)}
      description={outcome ? undefined : t('enterText')}
      footer={outcome ? done : add}
    >
      <div className="flex min-h-64 flex-col gap-3 pb-2">
        {error && !outcome && (
          <Alert tone="danger" title={t('failed')}>
            {problemText(error)}
          </Alert>
        )}
        {tooMany && <Alert tone="warning">{t('tooMany', most)}</Alert>}
        {outcome ? (
          <EntryOutcome outcome={outcome} />
        ) : (
          <AutomationChoice value={automation?.id} onChange={setAutomation} />
        )}
      </div>
    </Dialog>
  );
}

const EntryOutcome = ({ outcome }: { outcome: Outcome }) =>
  'answer' in outcome ? <EntryAnswer answer={outcome.answer} /> : <EntryProgress batch={outcome.batch} />;
