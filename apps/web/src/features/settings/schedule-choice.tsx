import { useQuery } from '@tanstack/react-query';
import { type ScheduleChoice as Choice, scheduleChoices } from '@waggle/contracts/organization';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { RadioCards } from '#ui/radio-cards.tsx';
import { schedulesQuery } from './queries.ts';

type ScheduleChoiceProps = {
  value: Choice | undefined;
  onChange: (choice: Choice) => void;
  error: string | undefined;
};

/** What open schedules do when the clocks of the organization change; not asked where there are none. */
export function ScheduleChoice({ value, onChange, error }: ScheduleChoiceProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { data } = useQuery(schedulesQuery);
  if (!data || data.campaigns + data.reports === 0) return null;
  const concerned = [
    ...(data.campaigns > 0 ? [t('schedules.campaigns', { count: data.campaigns })] : []),
    ...(data.reports > 0 ? [t('schedules.reports', { count: data.reports })] : []),
  ];
  return (
    <RadioCards
      legend={t('schedules.legend')}
      columns={1}
      required
      value={value}
      onValueChange={onChange}
      hint={t('schedules.concerned', { list: format.list(concerned) })}
      error={error}
      options={scheduleChoices.map((choice) => ({
        value: choice,
        label: t(`schedules.${choice}.label`),
        description: t(`schedules.${choice}.text`),
      }))}
    />
  );
}
