import { ChevronRight, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OtherFields, RegionField, SecretField, ServerFields, UsernameField } from './connection-fields.tsx';
import { type PresetKey, presets } from './presets.ts';
import { secretPlaces } from './secret-places.ts';
import type { ConnectionForm as Form } from './use-connection-form.ts';

type NeededProps = { form: Form; preset: PresetKey; hasSecret: boolean };

const needed: Record<(typeof presets)[PresetKey]['asks'], (props: NeededProps) => ReactNode> = {
  server: OwnServer,
  keys: AmazonKeys,
  token: OneToken,
  login: Login,
};

/** What this service cannot do without. */
export function NeededFields(props: NeededProps) {
  const Fields = needed[presets[props.preset].asks];
  return <Fields {...props} />;
}

function OwnServer({ form, hasSecret }: NeededProps) {
  const { t } = useTranslation('sending');
  return (
    <>
      <ServerFields form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <UsernameField form={form} label={t('connections.username')} optional />
        <SecretField form={form} label={t('connections.password')} hasSecret={hasSecret} optional />
      </div>
    </>
  );
}

function AmazonKeys({ form, hasSecret }: NeededProps) {
  const { t } = useTranslation('sending');
  return (
    <>
      <RegionField form={form} />
      <UsernameField form={form} label={t('connections.accessKey')} />
      <SecretField form={form} label={t('connections.secretKey')} hasSecret={hasSecret} />
    </>
  );
}

function OneToken({ form, preset, hasSecret }: NeededProps) {
  const { t } = useTranslation('set-up');
  return <SecretField form={form} label={t(`connection.token.${tokenOf(preset)}`)} hasSecret={hasSecret} />;
}

function Login({ form, preset, hasSecret }: NeededProps) {
  const { t } = useTranslation(['set-up', 'sending']);
  return (
    <>
      <UsernameField
        form={form}
        label={t('sending:connections.username')}
        hint={t(`connection.login.${loginOf(preset)}`)}
      />
      <SecretField form={form} label={t(`connection.secret.${loginOf(preset)}`)} hasSecret={hasSecret} />
    </>
  );
}

const tokenOf = (preset: PresetKey) => (preset === 'sendgrid' ? 'sendgrid' : 'postmark');
const loginOf = (preset: PresetKey) => (preset === 'gmail' || preset === 'microsoft' ? preset : 'mailgun');

/** Where the service shows the secret. */
export function WhereToFind({ preset }: { preset: Exclude<PresetKey, 'own'> }) {
  const { t } = useTranslation('set-up');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-sunken px-3 py-2.5 text-xs text-muted">
      <p className="min-w-0 flex-1 basis-60">{t(`connection.where.${preset}`)}</p>
      <a
        href={secretPlaces[preset]}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1 font-medium text-link hover:underline coarse:py-1.5"
      >
        {t('connection.open', { service: presets[preset].name })}
        <ExternalLink aria-hidden className="size-3.5" />
      </a>
    </div>
  );
}

const folded = ['name', 'host', 'port', 'tls', 'maxConnections', 'maxPerSecond'] as const;

/** Opens by itself when something in it is wrong. */
export function MoreOptions({ form, preset }: { form: Form; preset: PresetKey }) {
  const { t } = useTranslation('set-up');
  const isServer = presets[preset].asks === 'server';
  const isWrong = folded.some((name) => form.errorOf(name) !== undefined);
  return (
    <details className="group" {...(isWrong && { open: true })}>
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium text-muted hover:text-ink coarse:py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {t('connection.more')}
      </summary>
      <div className="mt-3 flex flex-col gap-4">
        {!isServer && preset !== 'ses' && <ServerFields form={form} />}
        <OtherFields form={form} />
      </div>
    </details>
  );
}
