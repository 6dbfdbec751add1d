import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select, type SelectProps } from '#ui/select.tsx';
import { failureAdvice } from './failure-advice.ts';
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
  /** What came of one choice says nothing about another. */
  const chooseSender = (id: string) => {
    test.reset();
    setSenderId(id);
  };
  const chooseConnection = (id: string) => {
    test.reset();
    setConnectionId(id);
  };
  return { senders, connections, senderId, chooseSender, connectionId, chooseConnection, test, send };
}

/** One mail to the signed-in person, and what the server said. */
export function TestDialog({ onClose, ...chosen }: Chosen & { onClose: () => void }) {
  const { t } = useTranslation('sending');
  const { email } = useUser();
  const senders = useQuery(sendersQuery);
  if (senders.isSuccess && senders.data.items.length === 0) return <NoSender onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={t('test.title')} description={t('test.text', { email })}>
      <TestForm chosen={chosen} />
    </Dialog>
  );
}

function NoSender({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sending');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('test.noSender')}
      description={t('test.noSenderText')}
      footer={
        <>
          <DialogClose>
            <Button>{t('test.close')}</Button>
          </DialogClose>
          <Link
            to="/dashboard/settings/senders"
            data-autofocus
            className={buttonClass({ variant: 'primary', size: 'md' })}
          >
            {t('test.toSenders')}
          </Link>
        </>
      }
    />
  );
}

function TestForm({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation('sending');
  const { senders, connections, senderId, chooseSender, connectionId, chooseConnection, test, send } = useTest(chosen);
  const isReady = senders.find(({ id }) => id === senderId)?.isReady ?? true;
  return (
    <div className="flex flex-col gap-4">
      <Choice
        label={t('test.sender')}
        hint={!isReady && t('test.notReady')}
        value={senderId}
        onValueChange={chooseSender}
        options={senders.map(({ id, fromName, fromEmail }) => ({ value: id, label: fromEmail, description: fromName }))}
      />
      <Choice
        label={t('test.connection')}
        value={connectionId}
        onValueChange={chooseConnection}
        options={[{ id: automatic, name: t('test.automatic') }, ...connections].map(({ id, name }) => ({
          value: id,
          label: name,
        }))}
      />
      <Outcome test={test} />
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('test.close')}</Button>
        </DialogClose>
        <Button variant="primary" busy={test.isPending} busyLabel={t('test.sending')} onClick={send}>
          {t(test.isIdle || test.isPending ? 'test.send' : 'test.again')}
        </Button>
      </DialogFooter>
    </div>
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
      <p>{t(delivered ? 'test.deliveredText' : `failures.${failureAdvice(answer)}`)}</p>
      <p className="mt-1.5 text-xs">
        {t('test.answer')} <span className="font-mono wrap-anywhere">{answer}</span>
      </p>
    </Alert>
  );
}
