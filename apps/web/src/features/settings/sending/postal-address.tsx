import { useQuery } from '@tanstack/react-query';
import { savePostalAddress } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { sending } from '#lib/settle-form.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import { SaveBar } from '../section.tsx';
import { ListStates } from './list-states.tsx';
import { addressQuery, useSaveAddress } from './queries.ts';

type Address = { postalAddress: string; inherited: boolean };

export function PostalAddress() {
  const { t } = useTranslation('sending');
  const mayManage = useHolds('sending:manage');
  const { activeClientId, clientId } = useUser();
  const owner = activeClientId ?? clientId ?? 'organization';
  const address = useQuery(addressQuery);
  return (
    <Card title={t('address.title')} description={t('address.text')}>
      <ListStates
        query={address}
        failedTitle={t('address.failed')}
        skeleton={<Skeleton shape="block" className="h-19 max-w-md" />}
        plain
      >
        {(read) =>
          // Each client's address and the organization's are forms of their own, so that typing in one never lands in another: clients that
          // have none read the same one.
          mayManage ? (
            <AddressForm key={`${owner} ${read.postalAddress}`} address={read} />
          ) : (
            <AddressText address={read} />
          )
        }
      </ListStates>
    </Card>
  );
}

function AddressText({ address: { postalAddress } }: { address: Address }) {
  const { t } = useTranslation('sending');
  return <p className="text-sm whitespace-pre-line text-muted">{postalAddress || t('address.none')}</p>;
}

function AddressForm({ address: { postalAddress, inherited } }: { address: Address }) {
  const { t } = useTranslation('sending');
  const save = useSaveAddress();
  const form = useContractForm(savePostalAddress.body, { defaultValues: { postalAddress } });
  const onSubmit = form.submit(async (typed) => {
    const settle = sending(form);
    await save.mutateAsync(typed);
    settle(typed);
    toast({ tone: 'success', title: t('address.saved') });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
      <Field
        label={t('address.label')}
        hideLabel
        hint={postalAddress === '' ? t('address.needed') : inherited && t('address.inherited')}
        error={form.errorOf('postalAddress')}
      >
        {(control) => (
          <Textarea {...control} {...form.register('postalAddress')} rows={3} autoComplete="street-address" />
        )}
      </Field>
      <SaveBar form={form} />
    </form>
  );
}
