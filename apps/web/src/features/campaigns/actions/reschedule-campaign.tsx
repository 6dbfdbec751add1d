import { useQuery } from '@tanstack/react-query';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useScheduleCampaign } from '../queries.ts';
import { useScheduleText } from '../schedule-text.tsx';
import { wallClock } from '../wall-clock.ts';

type RescheduleCampaignProps = { campaign: CampaignSummary; onClose: () => void };

/** Waits for the time zone: a time without one means nothing. */
export function RescheduleCampaign(props: RescheduleCampaignProps) {
  const { data } = useQuery(organizationQuery);
  return data ? <RescheduleDialog {...props} timezone={data.timezone} /> : null;
}

const oneHourMs = 3_600_000;

/** The time it had, or in an hour if that has passed. */
const firstOffer = (scheduledAt: string | null, now: number): Date =>
  new Date(Math.max(scheduledAt ? Date.parse(scheduledAt) : 0, now + oneHourMs));

function RescheduleDialog({ campaign, timezone, onClose }: RescheduleCampaignProps & { timezone: string }) {
  const { t } = useTranslation('campaigns');
  const text = useUiText();
  const schedule = useScheduleCampaign();
  const scheduleText = useScheduleText();
  const [now] = useState(() => Date.now());
  const [at, setAt] = useState(() => wallClock(firstOffer(campaign.scheduledAt, now), timezone));
  const [fault, setFault] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (at === '') return setFault(t('reschedule.missing'));
    try {
      const moved = await schedule.mutateAsync({ campaignId: campaign.id, scheduledAt: at });
      onClose();
      const description = moved.scheduledAt ? scheduleText(moved.scheduledAt, moved.eachZone) : campaign.name;
      toast({ tone: 'success', title: t('done.rescheduled'), description });
    } catch (error) {
      setFault(problemText(error));
    }
  };
  return (
    <Dialog open onOpenChange={onClose} title={t('reschedule.title', { name: campaign.name })}>
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <Field
          label={t('reschedule.at')}
          hint={
            campaign.eachZone ? t('reschedule.eachZone') : t('reschedule.zone', { zone: timezone.replaceAll('_', ' ') })
          }
          error={fault}
        >
          {(control) => (
            <TextInput
              {...control}
              type="datetime-local"
              data-autofocus
              value={at}
              min={wallClock(new Date(now), timezone)}
              onChange={(event) => setAt(event.currentTarget.value)}
            />
          )}
        </Field>
        <DialogFooter>
          <DialogClose>
            <Button>{text.cancel}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={schedule.isPending}>
            {t('reschedule.confirm')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
