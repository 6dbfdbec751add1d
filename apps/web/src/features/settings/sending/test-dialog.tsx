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
import { connectionsQuery, sendersQuery, useCheckConnection, useSendTest } from './queries.ts';
import { TestOutcome } from './test-outcome.tsx';

/** A select has no empty value, so "whatever it would take" has a name of its own. */
const automatic = 'automatic';

type Chosen = { senderId?: string | undefined; connectionId?: string | undefined };

function useTest(chosen: Chosen) {
  const senders = useQuery(sendersQuery).data?.items ?? [];
  const [senderId = senders.find(({ isDefault }) => isDefault)?.id ?? senders[0]?.id, setSenderId] = useState(
    chosen.senderId,
  );
  const [connectionId, setConnectionId] = useState(chosen.connectionId ?? automatic);
  const send = useSendTest();
  const check = useCheckConnection();
  const isReady = senders.find(({ id }) => id === senderId)?.isReady ?? false;
  // Nothing is mailed in the name of an unverified domain; a connection can be checked without a mail.
  const isCheck = !isReady && connectionId !== automatic;
  const run = () => {
    if (isCheck) check.mutate(connectionId);
    else if (senderId) send.mutate({ senderId, connectionId: connectionId === automatic ? null : connectionId });
  };
  /** What came of one choice says nothing about another. */
  const forget = () => {
    send.reset();
    check.reset();
  };
  return { senders, senderId, setSenderId, connectionId, setConnectionId, isReady, isCheck, send, check, run, forget };
}

type Test = ReturnType<typeof useTest>;

type TestDialogProps = Chosen & {
  onClose: () => void;
  /** Where a failed connection can be corrected. */
  onEditConnection?: (() => void) | undefined;
};

/** One mail to the signed-in person, or a sign-in without one, and what the server said. */
export function TestDialog({ onClose, onEditConnection, ...chosen }: TestDialogProps) {
  const { t } = useTranslation('sending');
  const { email } = useUser();
  const senders = useQuery(sendersQuery);
  const test = useTest(chosen);
  if (senders.isPending) return null;
  if (test.senders.length === 0 && !chosen.connectionId) return <NoSender onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(test.isCheck ? 'test.checkTitle' : 'test.title')}
      description={test.isCheck ? t('test.checkText') : t('test.text', { email })}
    >
      <TestForm test={test} onEditConnection={onEditConnection} />
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
            to="/dashboard/settings/sending"
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

type TestPartProps = { test: Test; onEditConnection: (() => void) | undefined };

function TestForm({ test, onEditConnection }: TestPartProps) {
  return (
    <div className="flex flex-col gap-4">
      <SenderChoice test={test} />
      <ConnectionChoice test={test} />
      {test.isCheck ? <Checked check={test.check} /> : <Sent send={test.send} />}
      <TestFooter test={test} onEditConnection={onEditConnection} />
    </div>
  );
}

function SenderChoice({ test: { senders, senderId, setSenderId, isReady, forget } }: { test: Test }) {
  const { t } = useTranslation('sending');
  if (senders.length === 0) return null;
  return (
    <Choice
      label={t('test.sender')}
      hint={!isReady && t('test.notReady')}
      value={senderId}
      onValueChange={(id) => {
        forget();
        setSenderId(id);
      }}
      options={senders.map(({ id, fromName, fromEmail }) => ({ value: id, label: fromEmail, description: fromName }))}
    />
  );
}

function ConnectionChoice({ test: { connectionId, setConnectionId, forget } }: { test: Test }) {
  const { t } = useTranslation('sending');
  const connections = useQuery(connectionsQuery).data?.items ?? [];
  return (
    <Choice
      label={t('test.connection')}
      value={connectionId}
      onValueChange={(id) => {
        forget();
        setConnectionId(id);
      }}
      options={[{ id: automatic, name: t('test.automatic') }, ...connections].map(({ id, name }) => ({
        value: id,
        label: name,
      }))}
    />
  );
}

/** Undefined until something came back. */
const outcomeOf = ({ isCheck, check, send }: Test) => (isCheck ? check.data?.works : send.data?.delivered);

function TestFooter({ test, onEditConnection }: TestPartProps) {
  const { isCheck, isReady, check, send, run } = test;
  const works = outcomeOf(test);
  const { t } = useTranslation('sending');
  const asked = isCheck ? check : send;
  const isFirst = asked.isIdle || asked.isPending;
  const [first, again, busy] = isCheck
    ? (['test.check', 'test.checkAgain', 'test.checking'] as const)
    : (['test.send', 'test.again', 'test.sending'] as const);
  return (
    <DialogFooter className="px-0! pt-0! pb-0!">
      <DialogClose>
        <Button>{t('test.close')}</Button>
      </DialogClose>
      {works === false && onEditConnection && <Button onClick={onEditConnection}>{t('connections.edit')}</Button>}
      <Button
        variant={works ? 'secondary' : 'primary'}
        busy={asked.isPending}
        busyLabel={t(busy)}
        disabledReason={isCheck || isReady ? undefined : t('test.notReady')}
        onClick={run}
      >
        {t(isFirst ? first : again)}
      </Button>
    </DialogFooter>
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

function Sent({ send }: { send: ReturnType<typeof useSendTest> }) {
  const { t } = useTranslation('sending');
  if (send.isError) return <Alert tone="danger">{problemText(send.error)}</Alert>;
  if (!send.data) return null;
  const { delivered, to, answer } = send.data;
  return (
    <TestOutcome works={delivered} title={t('test.delivered', { to })} answer={answer}>
      {t('test.deliveredText')}
    </TestOutcome>
  );
}

function Checked({ check }: { check: ReturnType<typeof useCheckConnection> }) {
  const { t } = useTranslation('sending');
  if (check.isError) return <Alert tone="danger">{problemText(check.error)}</Alert>;
  if (!check.data) return null;
  const { works, answer } = check.data;
  return (
    <TestOutcome works={works} title={t('test.works')} answer={answer}>
      {t('test.worksText')}
    </TestOutcome>
  );
}
