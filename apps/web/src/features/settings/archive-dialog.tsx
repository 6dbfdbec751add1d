import { useQuery } from '@tanstack/react-query';
import { type Client, type FormsChoice, formsChoices } from '@waggle/contracts/clients';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { type Archive, archiveQuery, useArchiveClient } from './queries.ts';

/** Says what stops and what goes on before anything does. */
export function ArchiveDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const concerned = useQuery(archiveQuery(client.id));
  const archive = useArchiveClient();
  const [forms, setForms] = useState<FormsChoice>('collect');
  const confirm = () =>
    runMutation(
      archive,
      { clientId: client.id, forms },
      {
        onSuccess: () => {
          onClose();
          toast({ tone: 'success', title: t('archive.done', { name: client.name }) });
        },
      },
    );

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('archive.title', { name: client.name })}
      description={t('archive.text')}
      footer={
        <>
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button
            variant="primary"
            busy={archive.isPending}
            busyLabel={t('archive.busy')}
            disabledReason={concerned.data ? undefined : t('archive.wait')}
            onClick={confirm}
          >
            {t('archive.submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ArchiveBody clientId={client.id} forms={forms} setForms={setForms} />
        {archive.isError && <Alert tone="danger">{problemText(archive.error)}</Alert>}
      </div>
    </Dialog>
  );
}

type ArchiveBodyProps = { clientId: string; forms: FormsChoice; setForms: (forms: FormsChoice) => void };

function ArchiveBody({ clientId, forms, setForms }: ArchiveBodyProps) {
  const { t } = useTranslation('settings');
  const { data, isPending, error, refetch } = useQuery(archiveQuery(clientId));
  if (isPending) return <SkeletonRows />;
  if (error) return <LoadError title={t('archive.failed')} message={problemText(error)} retry={() => void refetch()} />;
  return (
    <>
      <Consequences concerned={data} />
      {data.forms > 0 && (
        <RadioCards
          legend={t('archive.forms', { count: data.forms })}
          columns={1}
          value={forms}
          onValueChange={setForms}
          options={formsChoices.map((value) => ({
            value,
            label: t(`archive.choices.${value}.label`),
            description: t(`archive.choices.${value}.text`),
          }))}
        />
      )}
    </>
  );
}

const lines = ['campaigns', 'automations', 'reports', 'people', 'guestLinks', 'codes'] as const;

/** Only what there is; a client at rest has none. */
function Consequences({ concerned }: { concerned: Archive }) {
  const { t } = useTranslation('settings');
  const there = lines.filter((line) => concerned[line] > 0);
  if (there.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-ink">
      {there.map((line) => (
        <li key={line}>{t(`archive.lines.${line}`, { count: concerned[line] })}</li>
      ))}
    </ul>
  );
}
