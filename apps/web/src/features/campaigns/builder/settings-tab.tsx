import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from './builder-context.ts';
import { DraftText } from './content/draft-text.tsx';
import { connectionsQuery } from './queries.ts';
import { LinkParameters } from './settings/link-parameters.tsx';
import { Section } from './settings/section.tsx';
import { SendingWindowSection } from './settings/sending-window.tsx';
import { TopicSection } from './settings/topic-field.tsx';
import { useSenders } from './use-senders.ts';

/** A select has no null, so the default has a name of its own. */
const byDefault = 'default';

export function SettingsTab() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly, campaign } = useBuilder();
  const { tracking } = draft;
  const isStep = Boolean(campaign?.stepId);
  // Each email of a sequence has its own.
  if (draft.emails)
    return (
      <div className="max-w-4xl">
        <SendingWindowSection onOwnClocks />
      </div>
    );
  return (
    <div className="flex max-w-4xl flex-col divide-y divide-line *:py-5 *:first:pt-0">
      <Section title={t('settings.sender')} text={t('settings.senderText')}>
        <SenderField />
        <DraftText
          field="replyTo"
          type="email"
          label={t('settings.replyTo')}
          maxLength={254}
          optional
          hint={t('settings.replyToHint')}
        />
      </Section>
      <TopicSection />
      <Section title={t('settings.tracking')} text={t('settings.trackingText')}>
        <Switch
          label={t('settings.opens')}
          description={t('settings.opensText')}
          checked={tracking.opens}
          disabled={readOnly}
          onCheckedChange={(opens) => change({ tracking: { ...tracking, opens } })}
        />
        <Switch
          label={t('settings.clicks')}
          description={t('settings.clicksText')}
          checked={tracking.clicks}
          disabled={readOnly}
          onCheckedChange={(clicks) => change({ tracking: { ...tracking, clicks } })}
        />
      </Section>
      <LinkParameters />
      {!isStep && <PublicPageSection />}
      {!isStep && <SendingWindowSection />}
      <ConnectionSection />
    </div>
  );
}

function PublicPageSection() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  return (
    <Section title={t('settings.publicPage')} text={t('settings.publicPageText')}>
      <Switch
        label={t('settings.publicPageOn')}
        description={t('settings.publicPageOnText')}
        checked={draft.publicPage}
        disabled={readOnly}
        onCheckedChange={(publicPage) => change({ publicPage })}
      />
    </Section>
  );
}

function SenderField() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  const mayRead = useHolds('sending:read');
  const mayManage = useHolds('sending:manage');
  const { senders, chosen, fromName, isPending } = useSenders();
  if (!mayRead)
    return (
      <Field label={t('settings.from')}>
        {(control) => <TextInput {...control} readOnly value={fromName ?? t('preview.noSender')} />}
      </Field>
    );
  const options = [
    { value: byDefault, label: t('settings.defaultSender') },
    ...senders.map(({ id, fromName, fromEmail }) => ({ value: id, label: `${fromName} <${fromEmail}>` })),
  ];
  const hint = chosen
    ? t(chosen.isReady ? 'settings.domainReady' : 'settings.domainNotReady', { domain: chosen.fromEmail.split('@')[1] })
    : isPending
      ? ''
      : t('settings.noSender');
  return (
    <Field
      label={t('settings.from')}
      hint={
        <>
          {hint}{' '}
          {mayManage && (
            <Link className="text-accent-text underline" to="/dashboard/settings/senders">
              {t('settings.addSender')}
            </Link>
          )}
        </>
      }
    >
      {(control) => (
        <Select
          {...control}
          options={options}
          disabled={readOnly}
          value={draft.senderId ?? byDefault}
          onValueChange={(value) => change({ senderId: value === byDefault ? null : value })}
        />
      )}
    </Field>
  );
}

function ConnectionSection() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly, clientId } = useBuilder();
  const mayRead = useHolds('sending:read');
  const connections = useQuery({ ...connectionsQuery, enabled: mayRead }).data?.items ?? [];
  const fitting = connections.filter((one) => one.clientId === null || one.clientId === clientId);
  // With one connection or none there is nothing to choose.
  if (!mayRead || (fitting.length < 2 && draft.connectionId === null)) return null;
  return (
    <Section title={t('settings.connection')} text={t('settings.connectionText')}>
      <Field label={t('settings.connection')} hideLabel>
        {(control) => (
          <Select
            {...control}
            options={[
              { value: byDefault, label: t('settings.defaultConnection') },
              ...fitting.map(({ id, name, host }) => ({ value: id, label: name, description: host })),
            ]}
            disabled={readOnly}
            value={draft.connectionId ?? byDefault}
            onValueChange={(value) => change({ connectionId: value === byDefault ? null : value })}
          />
        )}
      </Field>
    </Section>
  );
}
