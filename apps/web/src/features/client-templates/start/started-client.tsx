import { useNavigate } from '@tanstack/react-router';
import { copyKinds, type startClient } from '@waggle/contracts/client-templates';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShowClient } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog.tsx';
import { useFirstTest } from '../queries.ts';
import { LeftOutList } from './left-out-list.tsx';

type Started = ReplyOf<typeof startClient>;

/** What the client began with, and the first email as it, to the person who made it. */
export function StartedClient({ started, onClose }: { started: Started; onClose: () => void }) {
  const { t } = useTranslation('client-templates');
  const { client, sender, leftOut } = started;
  const test = useFirstTest(client.id);
  const navigate = useNavigate();
  const show = useShowClient();
  const open = () => {
    show(client.id);
    onClose();
    void navigate({ to: '/dashboard' });
  };
  const isSent = test.data?.delivered === true;

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{useCopiedText(started)}</p>
      <LeftOutList leftOut={leftOut} />
      <TestOutcome test={test} />
      {sender ? (
        <p className="text-sm wrap-anywhere text-muted">{t('started.sender', { address: sender.email })}</p>
      ) : (
        <Alert tone="warning">{t('started.noSender')}</Alert>
      )}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <Button className="mr-auto" onClick={open}>
          {t('started.open')}
        </Button>
        <Button onClick={onClose} variant={sender && !isSent ? 'secondary' : 'primary'}>
          {t('started.done')}
        </Button>
        {sender && !isSent && (
          <Button
            variant="primary"
            icon={FlaskConical}
            busy={test.isPending}
            busyLabel={t('started.sending')}
            onClick={() => test.mutate(sender.id)}
          >
            {t('started.test')}
          </Button>
        )}
      </DialogFooter>
    </div>
  );
}

function useCopiedText({ copied }: Started): string {
  const { t } = useTranslation('client-templates');
  const { number, list } = useFormat();
  const parts = copyKinds
    .filter((kind) => copied[kind] > 0)
    .map((kind) =>
      kind === 'brand'
        ? t('kinds.brand')
        : t('started.part', { shown: number(copied[kind]), kind: t(`kinds.${kind}`, { count: copied[kind] }) }),
    );
  return parts.length === 0 ? t('started.blank') : t('started.copied', { list: list(parts) });
}

function TestOutcome({ test }: { test: ReturnType<typeof useFirstTest> }) {
  const { t } = useTranslation('client-templates');
  if (test.isError) return <Alert tone="danger">{problemText(test.error)}</Alert>;
  if (!test.data) return null;
  const { delivered, to, answer } = test.data;
  return delivered ? (
    <Alert tone="success">{t('started.sent', { to })}</Alert>
  ) : (
    <Alert tone="danger" title={t('started.refused')}>
      {translateSentence(answer)}
    </Alert>
  );
}
