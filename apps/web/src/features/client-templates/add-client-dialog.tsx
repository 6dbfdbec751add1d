import { useQuery } from '@tanstack/react-query';
import type { startClient } from '@waggle/contracts/client-templates';
import type { Client } from '@waggle/contracts/clients';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { problemText } from '#lib/problem-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { clientTemplatesQuery } from './queries.ts';
import { StartForm } from './start/start-form.tsx';
import { StartSkeleton } from './start/start-skeleton.tsx';
import { StartedClient } from './start/started-client.tsx';

type AddClientDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** As soon as the client is there; the dialog stays to say what was copied and to send a first email. */
  onCreated?: ((client: Client) => void) | undefined;
};

/** Adds a client that begins like another one, like a template, or with nothing. Loads its own texts. */
export function AddClientDialog({ open, ...rest }: AddClientDialogProps) {
  const { ready } = useTranslation('client-templates', { useSuspense: false });
  return open && ready ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onOpenChange, onCreated }: Omit<AddClientDialogProps, 'open'>) {
  const { t } = useTranslation('client-templates');
  const [started, setStarted] = useState<ReplyOf<typeof startClient>>();
  const close = () => onOpenChange(false);
  if (started)
    return (
      <Dialog open onOpenChange={close} size="md" title={t('started.title', { name: started.client.name })}>
        <StartedClient started={started} onClose={close} />
      </Dialog>
    );
  return (
    <FormDialog open onOpenChange={close} size="lg" flush title={t('title')} description={t('text')}>
      <Body
        onStarted={(answer) => {
          setStarted(answer);
          onCreated?.(answer.client);
        }}
      />
    </FormDialog>
  );
}

function Body({ onStarted }: { onStarted: (started: ReplyOf<typeof startClient>) => void }) {
  const { t } = useTranslation('client-templates');
  const { data, error, refetch, isFetching } = useQuery(clientTemplatesQuery);
  if (data) return <StartForm {...data} templates={data.items} onStarted={onStarted} />;
  if (!error) return <StartSkeleton />;
  return <LoadError title={t('failed')} message={problemText(error)} retry={() => void refetch()} busy={isFetching} />;
}
