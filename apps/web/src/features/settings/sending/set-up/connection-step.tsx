import { useQuery } from '@tanstack/react-query';
import type { Connection, SetUp } from '@waggle/contracts/sending';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionForm } from '../connection-dialog.tsx';
import { EventsUrl } from '../events-url.tsx';
import { PresetChoice } from '../preset-choice.tsx';
import { type PresetKey, presetOf } from '../presets.ts';
import { connectionsQuery } from '../queries.ts';
import { StepButtons } from './step-buttons.tsx';

type ConnectionStepProps = {
  /** Without one a new connection is added. */
  connection: Connection | undefined;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
};

export function ConnectionStepForm({ connection, onDone, onCancel }: ConnectionStepProps) {
  const { t } = useTranslation('set-up');
  const [preset, setPreset] = useState<PresetKey | undefined>(connection && presetOf(connection));
  return (
    <div className="flex flex-col gap-4">
      {!connection && <PresetChoice value={preset} onChoose={setPreset} />}
      {preset && (
        <ConnectionForm key={preset} preset={preset} connection={connection} isFirst onSaved={onDone}>
          {(isSaving) => <StepButtons busy={isSaving} next={t('connection.next')} onCancel={onCancel} />}
        </ConnectionForm>
      )}
    </div>
  );
}

/** The whole record of the connection in use, if this person manages it. */
export function useOwnConnection({ connection, clientId }: SetUp): Connection | undefined {
  const { data } = useQuery(connectionsQuery);
  if (connection?.clientId !== clientId) return undefined;
  return data?.items.find(({ id }) => id === connection.id);
}

/** Services that report bounces have to be told where to. */
export function BounceReports({ connection }: { connection: Connection }) {
  const { t } = useTranslation('set-up');
  if (!connection.eventsUrl) return null;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-3">
      <p className="text-xs text-muted">{t('connection.reports', { name: connection.name })}</p>
      <EventsUrl connection={connection} url={connection.eventsUrl} />
    </div>
  );
}
