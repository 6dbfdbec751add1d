import { useQuery } from '@tanstack/react-query';
import { SendingWindow } from '@waggle/contracts/sending-window';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';
import { translateSentence } from '#lib/i18n.ts';
import { WeekdaysField } from '#lib/weekdays-field.tsx';
import { Field, FieldMessage } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useBuilder } from '../builder-context.ts';
import { useNow } from '#lib/use-now.ts';
import { useZoneWords } from '../schedule/zone-words.ts';
import { DayBar } from './day-bar.tsx';
import { Section } from './section.tsx';
import { useWindowWords } from './window-words.ts';

/** Office hours, until somebody chooses others. */
const usual = { from: '09:00', to: '18:00', days: [1, 2, 3, 4, 5] };

/** `onOwnClocks`: of a sequence, whose readers each get its emails at a time of their own. The hours are those of the organization's zone. */
export function SendingWindowSection({ onOwnClocks = false }: { onOwnClocks?: boolean }) {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  const zone = useQuery(organizationQuery).data?.timezone ?? 'UTC';
  // Switched off and on again, what was chosen is there again.
  const [last, setLast] = useState<SendingWindow>();
  const window = draft.sendingWindow;
  const turn = (on: boolean) => {
    if (window) setLast(window);
    change({ sendingWindow: on ? (last ?? { ...usual, zone }) : null });
  };
  return (
    <Section title={t('window.title')} text={t(onOwnClocks ? 'window.ownText' : 'window.text')}>
      <Switch label={t('window.on')} checked={window !== null} disabled={readOnly} onCheckedChange={turn} />
      {window && <WindowFields window={window} onOwnClocks={onOwnClocks} />}
    </Section>
  );
}

function WindowFields({ window, onOwnClocks }: { window: SendingWindow; onOwnClocks: boolean }) {
  const { t } = useTranslation('campaign-builder');
  const { change, readOnly } = useBuilder();
  const set = (part: Partial<SendingWindow>) => change({ sendingWindow: { ...window, ...part } });
  const complaint = SendingWindow.safeParse(window).error?.issues[0]?.message;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TimeField label={t('window.from')} value={window.from} onChange={(from) => set({ from })} />
        {/* Midnight at the end of a day is the 00:00 of the next on a clock. */}
        <TimeField
          label={t('window.to')}
          value={window.to === '24:00' ? '00:00' : window.to}
          onChange={(to) => set({ to: to === '00:00' ? '24:00' : to })}
        />
        <WeekdaysField
          label={t('window.days')}
          days={window.days}
          readOnly={readOnly}
          onChange={(days) => set({ days })}
        />
      </div>
      {!onOwnClocks && <ZoneField window={window} onChange={(zone) => set({ zone })} />}
      {complaint && <FieldMessage id="window-complaint" error={translateSentence(complaint)} />}
      {!complaint && !onOwnClocks && <WindowNow window={window} />}
    </>
  );
}

type TimeFieldProps = { label: string; value: string; onChange: (value: string) => void };

function TimeField({ label, value, onChange }: TimeFieldProps) {
  const { readOnly } = useBuilder();
  return (
    <Field label={label} className="w-32">
      {(control) => (
        <TextInput
          {...control}
          type="time"
          value={value}
          readOnly={readOnly}
          onChange={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The chosen one, the organization's, that of this device and UTC. */
function ZoneField({ window, onChange }: { window: SendingWindow; onChange: (zone: string) => void }) {
  const { t } = useTranslation('campaign-builder');
  const { readOnly } = useBuilder();
  const words = useZoneWords();
  const now = useNow();
  const organization = useQuery(organizationQuery).data?.timezone ?? 'UTC';
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([window.zone, organization, device, 'UTC'])];
  return (
    <Field label={t('schedule.zone')} hint={words.clocks(window.zone, now)}>
      {(control) => (
        <Select
          {...control}
          value={window.zone}
          disabled={readOnly}
          onValueChange={onChange}
          options={zones.map((value) => ({ value, label: words.name(value, now), description: value }))}
        />
      )}
    </Field>
  );
}

function WindowNow({ window }: { window: SendingWindow }) {
  const now = useNow();
  const words = useWindowWords();
  return (
    <div className="flex flex-col gap-2">
      <DayBar window={window} now={now} />
      <p role="status" className="text-xs text-subtle">
        {words.now(window, now)}
      </p>
    </div>
  );
}
