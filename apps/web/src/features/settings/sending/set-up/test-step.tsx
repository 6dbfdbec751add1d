import type { SetUp } from '@waggle/contracts/sending';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useSendTest } from '../queries.ts';
import { TestOutcome } from '../test-outcome.tsx';
import { CheckNow } from './domain-step.tsx';

type TestStepProps = { setUp: SetUp; onEditConnection: (() => void) | undefined };

/** One email to the signed-in person. While the domain waits for DNS, DNS can be asked from here. */
export function TestStepBody({ setUp, onEditConnection }: TestStepProps) {
  const { t } = useTranslation('set-up');
  const { sender, domain, done } = setUp;
  if (!sender || !domain) return null;
  if (done.domain) return <SendTest setUp={setUp} senderId={sender.id} onEditConnection={onEditConnection} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{t('test.needsDomain', { domain: domain.domain })}</p>
      <CheckNow domain={domain} />
    </div>
  );
}

function SendTest({ setUp, senderId, onEditConnection }: TestStepProps & { senderId: string }) {
  const { t } = useTranslation('sending');
  const send = useSendTest();
  const failed = send.data?.delivered === false;
  const isDone = setUp.done.test && !failed;
  const connectionId = setUp.connection?.id ?? null;
  return (
    <div className="flex flex-col gap-3">
      <Sent send={send} />
      <div className="flex flex-wrap gap-2">
        <Button
          // While the connection fails, saving it is what leads on.
          variant={isDone || !setUp.done.connection ? 'secondary' : 'primary'}
          icon={FlaskConical}
          busy={send.isPending}
          busyLabel={t('test.sending')}
          onClick={() => send.mutate({ senderId, connectionId })}
        >
          {t(isDone || failed ? 'test.again' : 'test.send')}
        </Button>
        {failed && onEditConnection && <Button onClick={onEditConnection}>{t('connections.edit')}</Button>}
      </div>
    </div>
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
