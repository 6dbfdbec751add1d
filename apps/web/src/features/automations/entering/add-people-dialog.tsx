import { mostEntered } from '@waggle/contracts/automations';
import type { EntryAnswer as Answer } from '@waggle/contracts/contact-batches';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientOptions } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { EntryAnswer } from './entry-answer.tsx';
import { type ChosenPerson, PeopleChoice } from './people-choice.tsx';
import { useEnterContacts } from './queries.ts';

/** Values that one rule takes at most. */
const mostClients = 100;

/** Contacts whom the automation may take: those of its own client. Undefined where all in sight are. */
function useOwnContacts(): RuleGroup | undefined {
  const { automation } = useEditor();
  const clientIds = useClientOptions().flatMap(({ clientId }) => clientId ?? []);
  const only = (op: 'isAnyOf' | 'isNoneOf', ids: string[]): RuleGroup => ({
    match: 'all',
    rules: [{ kind: 'client', op, clientIds: ids }],
  });
  if (clientIds.length === 0) return undefined;
  if (automation.clientId !== null) return only('isAnyOf', [automation.clientId]);
  return clientIds.length <= mostClients ? only('isNoneOf', clientIds) : undefined;
}

/** Lets chosen contacts in, and says who was not let in and why. */
export function AddPeopleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('automation-entering');
  const { number } = useFormat();
  const { automation } = useEditor();
  const rules = useOwnContacts();
  const [chosen, setChosen] = useState<readonly ChosenPerson[]>([]);
  const [answer, setAnswer] = useState<Answer>();
  const enter = useEnterContacts();
  const add = () =>
    runMutation(
      enter,
      { automationId: automation.id, contactIds: chosen.map(({ id }) => id) },
      { onSuccess: setAnswer },
    );
  const again = () => {
    setAnswer(undefined);
    setChosen([]);
  };
  const reason =
    chosen.length === 0
      ? t('chooseFirst')
      : chosen.length > mostEntered
        ? t('tooMany', { most: number(mostEntered) })
        : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={t('title')}
      description={answer ? automation.name : t('text')}
      footer={
        answer ? (
          <>
            <Button onClick={again}>{t('more')}</Button>
            <Button variant="primary" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button variant="primary" busy={enter.isPending} disabledReason={reason} onClick={add}>
              {chosen.length > 0 ? t('add', { count: chosen.length, shown: number(chosen.length) }) : t('addNobody')}
            </Button>
          </>
        )
      }
    >
      <div className="flex min-h-80 flex-col gap-3 pb-2">
        {enter.isError && !answer && (
          <Alert tone="danger" title={t('failed')}>
            {problemText(enter.error)}
          </Alert>
        )}
        {answer ? <EntryAnswer answer={answer} /> : <PeopleChoice chosen={chosen} rules={rules} onChange={setChosen} />}
      </div>
    </Dialog>
  );
}
