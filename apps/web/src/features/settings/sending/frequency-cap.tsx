import { useQuery } from '@tanstack/react-query';
import { type FrequencyCap as Cap, saveFrequencyCap } from '@waggle/contracts/frequency-cap';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { SaveBar } from '../section.tsx';
import { ListStates } from './list-states.tsx';
import { capQuery, useSaveCap } from './queries.ts';

/** Of the whole organization, whichever client is shown. */
export function FrequencyCap() {
  const { t } = useTranslation('sending');
  const mayManage = useHolds('sending:manage');
  const cap = useQuery(capQuery);
  return (
    <Card title={t('cap.title')} description={t('cap.text')}>
      <ListStates
        query={cap}
        failedTitle={t('cap.failed')}
        skeleton={<Skeleton shape="block" className="h-19 max-w-md" />}
        plain
      >
        {(read) => (mayManage ? <CapForm cap={read} /> : <CapText cap={read} />)}
      </ListStates>
    </Card>
  );
}

function CapText({ cap: { isOn, emails, hours } }: { cap: Cap }) {
  const { t } = useTranslation('sending');
  return <p className="text-sm text-muted">{isOn ? t('cap.on', { emails, hours }) : t('cap.off')}</p>;
}

function CapForm({ cap }: { cap: Cap }) {
  const { t } = useTranslation('sending');
  const save = useSaveCap();
  const form = useContractForm(saveFrequencyCap.body, { defaultValues: cap });
  const isOn = form.watch('isOn');
  const onSubmit = form.submit(async (typed) => {
    await save.mutateAsync(typed);
    form.reset(typed);
    toast({ tone: 'success', title: t('cap.saved') });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
      <Checkbox {...form.register('isOn')} label={t('cap.turnOn')} />
      {isOn && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['emails', 'hours'] as const).map((name) => (
            <Field key={name} label={t(`cap.${name}`)} error={form.errorOf(name)}>
              {(control) => (
                <TextInput
                  {...control}
                  {...form.register(name, { valueAsNumber: true })}
                  type="number"
                  inputMode="numeric"
                />
              )}
            </Field>
          ))}
        </div>
      )}
      <SaveBar form={form} />
    </form>
  );
}
