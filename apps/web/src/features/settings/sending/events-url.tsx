import type { Connection } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';

/** Where a provider reports bounces to. */
export function EventsUrl({ connection: { kind }, url }: { connection: Connection; url: string }) {
  const { t } = useTranslation('sending');
  return (
    <Field
      label={t('connections.eventsUrl')}
      hint={t(`connections.eventsUrlHints.${kind === 'ses' ? 'ses' : 'postmark'}`)}
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <TextInput {...control} value={url} readOnly className="min-w-0 flex-1 font-mono text-xs" />
          <CopyButton value={url} iconLabel={t('connections.copyEventsUrl')} />
        </div>
      )}
    </Field>
  );
}
