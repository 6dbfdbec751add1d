import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from '../builder-context.ts';
import { EachZone } from './each-zone.tsx';
import { instantOf, wallClock } from './zones.ts';
import { useNow } from '#lib/use-now.ts';
import { useZoneWords } from './zone-words.ts';

const minute = 60_000;
const hour = 60 * minute;

export function ScheduleTab() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  const isLater = draft.scheduledAt !== null;
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <Switch
        label={t('schedule.later')}
        checked={isLater}
        disabled={readOnly}
        onCheckedChange={(on) => change({ scheduledAt: on ? inAnHour() : null })}
      />
      {draft.scheduledAt ? (
        <ScheduledTime
          at={draft.scheduledAt}
          eachZone={draft.eachZone}
          onChange={readOnly ? undefined : (scheduledAt) => change({ scheduledAt })}
        />
      ) : (
        <p className="text-sm text-muted">{t('schedule.now')}</p>
      )}
    </div>
  );
}

/** One hour from now, on the full minute. */
const inAnHour = (): string => new Date(Math.floor(Date.now() / minute) * minute + hour).toISOString();

type ScheduledTimeProps = { at: string; eachZone: boolean; onChange: ((at: string) => void) | undefined };

function ScheduledTime({ at, eachZone, onChange }: ScheduledTimeProps) {
  const { t } = useTranslation('campaign-builder');
  const { zone, organization, zones, setZone } = useZones(eachZone);
  const words = useZoneWords();
  const format = useFormat();
  const instant = Date.parse(at);
  const now = useNow();
  const isPast = instant < now;
  return (
    <>
      <div className="flex items-center gap-3">
        <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-md bg-fill">
          <CalendarClock className="size-4 text-muted" />
        </span>
        <div role="status">
          <p className="text-md font-semibold text-ink">{t('schedule.on', { date: words.date(instant, zone) })}</p>
          <p className="text-sm text-muted">
            {eachZone
              ? t('schedule.inEachZone')
              : t('schedule.in', { zone: words.name(zone, instant), when: format.when(at) })}
          </p>
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('schedule.time')} required error={isPast ? t('schedule.past') : undefined}>
          {(control) => (
            <TextInput
              {...control}
              type="datetime-local"
              value={wallClock(instant, zone)}
              min={wallClock(now, zone)}
              readOnly={!onChange}
              onChange={({ currentTarget: { value } }) =>
                value && onChange?.(new Date(instantOf(value, zone)).toISOString())
              }
            />
          )}
        </Field>
        <Field label={t('schedule.zone')} hint={words.clocks(zone, instant)}>
          {(control) => (
            <Select
              {...control}
              value={zone}
              disabled={eachZone}
              onValueChange={setZone}
              options={zones.map((value) => ({ value, label: words.name(value, instant), description: value }))}
            />
          )}
        </Field>
      </div>
      <EachZone at={at} zone={organization} />
    </>
  );
}

/** The organization's own first, then the one of this device, then UTC. What counts in each zone is read on the organization's clock. */
function useZones(eachZone: boolean) {
  const organization = useQuery(organizationQuery).data?.timezone ?? 'UTC';
  const [chosen, setZone] = useState<string>();
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = eachZone ? organization : (chosen ?? organization);
  return { zone, organization, zones: [...new Set([organization, device, 'UTC'])], setZone };
}
