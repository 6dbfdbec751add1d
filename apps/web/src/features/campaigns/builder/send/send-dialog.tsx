import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '@waggle/contracts/campaigns';
import { Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useAudienceZones } from '../schedule/use-audience-zones.ts';
import { useZoneWords } from '../schedule/zone-words.ts';
import { useAudience } from '../recipients/use-audience.ts';
import { SequenceFacts } from '../sequence/sequence-facts.tsx';
import { useSenders } from '../use-senders.ts';
import { useWhen } from './use-when.ts';
import { useSend } from './use-send.ts';

/** From this many recipients on, the number is typed. */
const typedFrom = 5_000;

type SendDialogProps = { campaign: Campaign; onClose: () => void };

/** Asks once, with count, sender and time. */
export function SendDialog({ campaign, onClose }: SendDialogProps) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { data, counting } = useAudience();
  const [typed, setTyped] = useState('');
  const { send, isPending, error } = useSend(campaign);
  const count = data?.recipients ?? 0;
  const isTyped = count <= typedFrom || typed.replaceAll(/\D/g, '') === String(count);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={t(campaign.emails ? 'sequence.confirm' : 'confirm.title', { count, n: format.number(count) })}
      description={t(
        campaign.scheduledAt ? 'confirm.laterText' : campaign.emails ? 'sequence.confirmText' : 'confirm.text',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            icon={Send}
            busy={isPending}
            disabled={counting || count === 0}
            disabledReason={isTyped ? undefined : t('confirm.typeFirst', { n: count })}
            onClick={() => void send()}
          >
            {t(campaign.emails ? 'sequence.start' : 'send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Alert tone="danger">{error}</Alert>}
        <SendFacts campaign={campaign} />
        {count > typedFrom && (
          <Field label={t('confirm.type', { n: count })}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}

function SendFacts({ campaign }: { campaign: Campaign }) {
  const { scheduledAt, eachZone, sendingWindow } = campaign;
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { data, leftOut } = useAudience();
  const when = useWhen(campaign, campaign.emails ? null : sendingWindow);
  const passed = usePassed(eachZone ? scheduledAt : null);
  const count = data?.recipients ?? 0;
  return (
    <>
      {campaign.emails ? <SequenceFacts campaign={campaign} /> : <Envelope campaign={campaign} />}
      <dl className="divide-y divide-line border-y border-line text-sm">
        {!campaign.emails && <FromFact replyTo={campaign.replyTo} />}
        <Fact name={t('confirm.to')} value={t('confirm.recipients', { count, n: format.number(count) })}>
          {leftOut > 0 && t('confirm.leftOut', { count: leftOut, n: format.number(leftOut) })}
        </Fact>
        <Fact name={t('confirm.when')} value={when.title}>
          {when.text}
          {passed && <span className="block font-medium text-ink">{passed}</span>}
          {when.wait && <span className="block font-medium text-ink">{when.wait}</span>}
        </Fact>
      </dl>
    </>
  );
}

/** For how many the time has passed where they live. */
function usePassed(at: string | null): string | undefined {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const words = useZoneWords();
  const zone = useQuery(organizationQuery).data?.timezone ?? 'UTC';
  const count = useAudienceZones(at).data?.passed ?? 0;
  if (at === null || count === 0) return undefined;
  return t('schedule.passed', { count, n: format.number(count), time: words.time(Date.parse(at), zone) });
}

const Envelope = ({ campaign: { subject, previewText } }: { campaign: Campaign }) => (
  <div className="rounded-lg border border-line-strong p-3">
    <p className="font-semibold break-words text-ink">{subject}</p>
    {previewText && <p className="text-sm text-muted">{previewText}</p>}
  </div>
);

function FromFact({ replyTo: own }: { replyTo: string | null }) {
  const { t } = useTranslation('campaign-builder');
  const { chosen, fromName, fromEmail } = useSenders();
  const replyTo = own ?? chosen?.replyTo;
  return (
    <Fact name={t('confirm.from')} value={fromName ?? t('preview.noSender')}>
      {replyTo ? t('confirm.replies', { from: fromEmail, to: replyTo }) : fromEmail}
    </Fact>
  );
}

function Fact({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 py-3 max-sm:grid-cols-[4rem_minmax(0,1fr)]">
      <dt className="text-subtle">{name}</dt>
      <dd className="min-w-0">
        <span className="block font-semibold break-words text-ink">{value}</span>
        {children && <span className="block break-words text-muted">{children}</span>}
      </dd>
    </div>
  );
}
