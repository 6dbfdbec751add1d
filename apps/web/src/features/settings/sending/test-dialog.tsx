import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select, type SelectProps } from '#ui/select.tsx';
import { connectionsQuery, sendersQuery, useSendTest } from './queries.ts';

/** A select has no empty value, so "whatever it would take" has a name of its own. */
const automatic = 'automatic';

type Chosen = { senderId?: string | undefined; connectionId?: string | undefined };

function useTest(chosen: Chosen) {
  const senders = useQuery(sendersQuery).data?.items ?? [];
  const connections = useQuery(connectionsQuery).data?.items ?? [];
  const [senderId = senders.find(({ isDefault }) => isDefault)?.id ?? senders[0]?.id, setSenderId] = useState(
    chosen.senderId,
  );
  const [connectionId, setConnectionId] = useState(chosen.connectionId ?? automatic);
  const test = useSendTest();
  const send = () =>
    senderId && test.mutate({ senderId, connectionId: connectionId === automatic ? null : connectionId });
  return { senders, connections, senderId, setSenderId, connectionId, setConnectionId, test, send };
}

/** One mail to the signed-in person, and what the server said. */
export function TestDialog({ onClose, ...chosen }: Chosen & { onClose: () => void }) {
  const { t } = useTranslation('sending');
  const { email } = useUser();
  const { senders, connections, senderId, setSenderId, connectionId, setConnectionId, test, send } = useTest(chosen);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('test.title')}
      description={t('test.text', { email })}
      footer={
        <>
          <DialogClose>
            <Button>{t('test.close')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            busy={test.isPending}
            busyLabel={t('test.sending')}
            disabledReason={senderId ? undefined : t('test.noSender')}
            onClick={send}
          >
            {t('test.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Choice
          label={t('test.sender')}
          hint={senders.length === 0 && t('test.noSender')}
          value={senderId}
          onValueChange={setSenderId}
          options={senders.map(({ id, fromName, fromEmail }) => ({
            value: id,
            label: fromEmail,
            description: fromName,
          }))}
        />
        <Choice
          label={t('test.connection')}
          value={connectionId}
          onValueChange={setConnectionId}
          options={[{ id: automatic, name: t('test.automatic') }, ...connections].map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
        />
        <Outcome test={test} />
      </div>
    </Dialog>
  );
}

type ChoiceProps = Pick<SelectProps, 'options' | 'value' | 'onValueChange'> & { label: string; hint?: ReactNode };

function Choice({ label, hint, ...select }: ChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  );
}

function Outcome({ test }: { test: ReturnType<typeof useSendTest> }) {
  const { t } = useTranslation('sending');
  if (test.isError) return <Alert tone="danger">{problemText(test.error)}</Alert>;
  if (!test.data) return null;
  const { delivered, to, answer } = test.data;
  return (
    <Alert tone={delivered ? 'success' : 'danger'} title={delivered ? t('test.delivered', { to }) : t('test.refused')}>
      {t('test.answer')}: <span className="font-mono text-xs break-words">{answer}</span>
    </Alert>
  );
}
