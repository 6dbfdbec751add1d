import { useQuery } from '@tanstack/react-query';
import {
  lockedKinds,
  type NotificationChannel,
  notificationChannels,
  type NotificationChoices,
  type NotificationKind,
} from '@waggle/contracts/notifications';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import { notificationChoicesQuery, useSaveNotificationChoice } from './queries.ts';
import { Section } from './section.tsx';

const groups: readonly { key: 'sending' | 'contacts' | 'account'; kinds: readonly NotificationKind[] }[] = [
  {
    key: 'sending',
    kinds: ['campaign-held', 'campaign-failing', 'campaign-finished', 'form-emails-held', 'domain', 'host-stopped'],
  },
  { key: 'contacts', kinds: ['import-finished', 'automation-note'] },
  { key: 'account', kinds: ['new-sign-in', 'plan-nearly-full'] },
];
const urgent: readonly NotificationKind[] = [
  'campaign-held',
  'campaign-failing',
  'form-emails-held',
  'domain',
  'host-stopped',
];

/** Which news reaches the person in the app and by email; each switch saves at once. */
export function NotificationsSection() {
  const { t } = useTranslation('settings');
  const choices = useQuery(notificationChoicesQuery);
  return (
    <Section title={t('sections.notifications')} description={t('notifications.text')}>
      {choices.isPending && <Skeleton className="h-64" />}
      {choices.isError && (
        <Card>
          <LoadError
            title={t('notifications.failed')}
            message={problemText(choices.error)}
            retry={() => void choices.refetch()}
          />
        </Card>
      )}
      {choices.data && (
        <>
          {groups.map((group) => (
            <Group key={group.key} name={group.key} kinds={group.kinds} choices={choices.data.choices} />
          ))}
          <p className="text-sm text-muted">{t('notifications.goTo', { email: choices.data.email })}</p>
        </>
      )}
    </Section>
  );
}

type GroupProps = {
  name: (typeof groups)[number]['key'];
  kinds: readonly NotificationKind[];
  choices: NotificationChoices;
};

function Group({ name, kinds, choices }: GroupProps) {
  const { t } = useTranslation('settings');
  return (
    <Card flush className="overflow-hidden">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="px-4 py-2.5 text-sm font-semibold text-ink">
              {t(`notifications.groups.${name}`)}
            </th>
            {notificationChannels.map((channel) => (
              <th key={channel} scope="col" className="w-20 px-2 text-center text-xs font-normal text-muted">
                {t(`notifications.channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <Row key={kind} kind={kind} channels={choices[kind]} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ kind, channels }: { kind: NotificationKind; channels: Record<NotificationChannel, boolean> }) {
  const { t } = useTranslation('settings');
  const save = useSaveNotificationChoice();
  const locked = lockedKinds.includes(kind) ? t('notifications.locked') : undefined;
  return (
    <tr className="not-first:border-t not-first:border-line">
      <th scope="row" className="px-4 py-2.5 font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium text-ink">
          {t(`notifications.kinds.${kind}.title`)}
          {urgent.includes(kind) && <Badge>{t('notifications.urgent')}</Badge>}
        </span>
        <span className="block text-xs text-subtle">{t(`notifications.kinds.${kind}.text`)}</span>
      </th>
      {notificationChannels.map((channel) => (
        <td key={channel} className="px-2 py-2.5">
          <Switch
            hideLabel
            label={t('notifications.cell', {
              kind: t(`notifications.kinds.${kind}.title`),
              channel: t(`notifications.channels.${channel}`),
            })}
            checked={channels[channel]}
            disabledReason={locked}
            onCheckedChange={(on) =>
              runMutation(
                save,
                { kind, channel, on },
                {
                  onError: (error) =>
                    toast({ tone: 'error', title: t('notifications.saveFailed'), description: problemText(error) }),
                },
              )
            }
            className="justify-center"
          />
        </td>
      ))}
    </tr>
  );
}
