import { type Connection, createConnection } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { type PresetKey, presets, usualPorts } from './presets.ts';
import { useCreateConnection, useUpdateConnection } from './queries.ts';

type Known = Omit<Connection, 'id' | 'hasSecret' | 'state' | 'lastError' | 'eventsUrl' | 'clientId' | 'createdAt'>;

const fresh = (preset: PresetKey, ownName: string): Known => ({
  name: presets[preset].name ?? ownName,
  kind: presets[preset].kind,
  host: presets[preset].host,
  port: usualPorts.starttls,
  tls: 'starttls',
  username: presets[preset].username ?? null,
  region: null,
  maxConnections: 10,
  maxPerSecond: null,
  isDefault: false,
});

export type ConnectionFormProps = {
  preset: PresetKey;
  /** Without one a new connection is added. */
  connection?: Connection | undefined;
  /** The first one is what everything is sent through. */
  isFirst?: boolean | undefined;
  onSaved: (saved: Connection) => void;
};

export function useConnectionForm({ preset, connection, isFirst = false, onSaved }: ConnectionFormProps) {
  const { t } = useTranslation('set-up');
  const create = useCreateConnection();
  const update = useUpdateConnection();
  const known = connection ?? { ...fresh(preset, t('connection.own')), isDefault: isFirst };
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
  const { asks, username: fixedName } = presets[preset];
  const lacks = (secret: string | undefined) => asks !== 'server' && !secret && !connection?.hasSecret;
  const onSubmit = form.submit(async ({ secret, ...typed }) => {
    if (asks === 'login' && !typed.username)
      return form.setError('username', asked(t('connection.usernameNeeded')), now);
    if (lacks(secret)) return form.setError('secret', asked(t('connection.secretNeeded')), now);
    // Postmark's token is both halves of the login.
    const login = asks === 'token' && secret ? { username: fixedName ?? secret } : {};
    // A secret is never shown, so an empty field means the one that is kept.
    const body = secret ? { ...typed, ...login, secret } : typed;
    const saved = connection
      ? await update.mutateAsync({ connectionId: connection.id, ...body })
      : await create.mutateAsync(body);
    return onSaved(saved);
  });
  return { form, onSubmit };
}

const asked = (message: string) => ({ type: 'required', message });
const now = { shouldFocus: true };

export type ConnectionForm = ReturnType<typeof useConnectionForm>['form'];
