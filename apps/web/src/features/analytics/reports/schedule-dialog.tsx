import { locales } from '@waggle/contracts/fields';
import { createReportSchedule, reportFrequencies, type ReportSchedule } from '@waggle/contracts/reports';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { FormDialog } from '#lib/form-dialog.tsx';
import { currentLocale } from '#lib/i18n.ts';
import { SelectField } from '#lib/select-field.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { useSaveSchedule } from './queries.ts';
import { useReportName } from './use-report-name.ts';

type ScheduleDialogProps = {
  /** None makes a new one. */
  schedule: ReportSchedule | undefined;
  timezone: string;
  onClose: () => void;
};

export function ScheduleDialog(props: ScheduleDialogProps) {
  const { t } = useTranslation('analytics');
  const { schedule, onClose } = props;
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      title={t(schedule ? 'reports.editTitle' : 'reports.addTitle')}
      description={<Whose schedule={schedule} />}
    >
      <ScheduleForm {...props} />
    </FormDialog>
  );
}

function Whose({ schedule }: { schedule: ReportSchedule | undefined }) {
  const { t } = useTranslation('analytics');
  const shown = useUser().activeClientName ?? null;
  const name = useReportName()(schedule ? schedule.clientName : shown);
  return <>{t('reports.whose', { name })}</>;
}

const { shape } = createReportSchedule.body;
const Typed = createReportSchedule.body.extend({
  /** Typed one under the other; commas and spaces do as well. */
  recipients: z.string().transform((text, issues) => {
    const parsed = shape.recipients.safeParse(text.split(/[\s,;]+/).filter(Boolean));
    if (parsed.success) return parsed.data;
    issues.addIssue({ code: 'custom', message: parsed.error.issues[0]!.message });
    return z.NEVER;
  }),
});

function useScheduleForm({ schedule, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('analytics');
  const save = useSaveSchedule();
  const form = useContractForm(Typed, {
    defaultValues: {
      frequency: schedule?.frequency ?? 'weekly',
      recipients: schedule?.recipients.map(({ email }) => email).join('\n') ?? '',
      locale: schedule?.locale ?? currentLocale(),
      skipsEmpty: schedule?.skipsEmpty ?? true,
      isPaused: schedule?.isPaused ?? false,
    },
  });
  const onSubmit = form.submit(async (body) => {
    await save.mutateAsync({ id: schedule?.id, body });
    toast({ tone: 'success', title: t(schedule ? 'reports.changed' : 'reports.added') });
    onClose();
  });
  return { form, onSubmit };
}

function ScheduleForm(props: ScheduleDialogProps) {
  const { t } = useTranslation('analytics');
  const text = useUiText();
  const { form, onSubmit } = useScheduleForm(props);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <RadioCards
        legend={t('reports.frequency')}
        options={reportFrequencies.map((value) => ({
          value,
          label: t(`reports.frequencies.${value}`),
          description: t(`reports.every.${value}`),
        }))}
        inputProps={form.register('frequency')}
        hint={t('reports.zone', { zone: props.timezone.replaceAll('_', ' ') })}
      />
      <Field
        label={t('reports.recipients')}
        required
        hint={t('reports.recipientsHint')}
        error={form.errorOf('recipients')}
      >
        {(control) => (
          <Textarea {...control} {...form.register('recipients')} autoComplete="off" spellCheck={false} rows={4} />
        )}
      </Field>
      <SelectField
        control={form.control}
        name="locale"
        label={t('reports.language')}
        error={form.errorOf('locale')}
        options={locales.map((value) => ({ value, label: t(`reports.languages.${value}`) }))}
      />
      <Switch
        label={t('reports.skip')}
        description={t('reports.skipText')}
        checked={form.watch('skipsEmpty')}
        onCheckedChange={(checked) => form.setValue('skipsEmpty', checked, { shouldDirty: true })}
      />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{text.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t(props.schedule ? 'reports.save' : 'reports.create')}
        </Button>
      </DialogFooter>
    </form>
  );
}
