import { type Connection, createConnection } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { toast } from '#ui/toast-store.ts';
import { useCreateConnection, useUpdateConnection } from './queries.ts';

const fresh = {
  name: '',
  kind: 'smtp' as const,
  host: '',
  port: 587,
  tls: 'starttls' as const,
  username: null,
  region: null,
  maxConnections: 10,
  maxPerSecond: null,
  isDefault: false,
};

type After = {
  onClose: () => void;
  /** A new one whose provider still has to be told where to report. */
  onAdded: (connection: Connection) => void;
};

export function useConnectionForm(connection: Connection | undefined, { onClose, onAdded }: After) {
  const { t } = useTranslation('sending');
  const create = useCreateConnection();
  const update = useUpdateConnection();
  const known = connection ?? fresh;
  const form = useContractForm(createConnection.body, {
    defaultValues: {
      name: known.name,
      kind: known.kind,
      host: known.host,
      port: known.port,
      tls: known.tls,
      username: known.username,
      secret: '',
      region: known.region,
      maxConnections: known.maxConnections,
      maxPerSecond: known.maxPerSecond,
      isDefault: known.isDefault,
    },
  });
  const onSubmit = form.submit(async ({ secret, ...typed }) => {
    // A secret is never shown, so an empty field means the one that is kept.
    const body = secret ? { ...typed, secret } : typed;
    const saved = connection
      ? await update.mutateAsync({ connectionId: connection.id, ...body })
      : await create.mutateAsync(body);
    if (!connection && saved.eventsUrl) return onAdded(saved);
    onClose();
    toast({
      tone: 'success',
      title: t(connection ? 'connections.saved' : 'connections.added'),
      description: typed.name,
    });
  });
  return { form, onSubmit };
}

export type ConnectionForm = ReturnType<typeof useConnectionForm>['form'];
