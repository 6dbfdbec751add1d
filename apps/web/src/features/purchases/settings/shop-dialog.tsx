import { addShop, shopKinds } from '@waggle/contracts/shops';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useAddShop } from '../queries.ts';
import { type ConnectedShop, ShopSetUpDialog } from './shop-set-up.tsx';

/** Connects a shop, then says what to enter there. */
export function ShopDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('revenue-settings');
  const [connected, setConnected] = useState<ConnectedShop>();
  if (connected) return <ShopSetUpDialog shop={connected} onClose={onClose} />;
  return (
    <FormDialog open size="md" onOpenChange={onClose} title={t('shops.connect')}>
      <ShopForm onConnected={setConnected} />
    </FormDialog>
  );
}

const Typed = addShop.body.omit({ clientId: true });

function useShopForm(onConnected: (shop: ConnectedShop) => void) {
  const add = useAddShop();
  const client = useClientChoice();
  const form = useContractForm(Typed, { defaultValues: { name: '', kind: 'stripe', secret: '' } });
  const onSubmit = form.submit(async ({ name, kind, secret }) => {
    if (!client.ask()) return;
    const isOurs = kind === 'signed';
    onConnected(await add.mutateAsync({ name, kind, ...(!isOurs && secret && { secret }), ...client.body }));
  });
  return { form, client, onSubmit };
}

function ShopForm({ onConnected }: { onConnected: (shop: ConnectedShop) => void }) {
  const { t } = useTranslation('revenue-settings');
  const text = useUiText();
  const { form, client, onSubmit } = useShopForm(onConnected);
  const kind = form.watch('kind');
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <RadioCards
        legend={t('shops.kind')}
        columns={3}
        options={shopKinds.map((value) => ({
          value,
          label: t(`kinds.${value}.label`),
          description: t(`kinds.${value}.text`),
        }))}
        inputProps={form.register('kind')}
      />
      <Field label={t('shops.name')} required hint={t('shops.nameHint')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      {kind !== 'signed' && (
        <Field label={t('shops.secret')} required hint={t(`kinds.${kind}.secretHint`)} error={form.errorOf('secret')}>
          {(control) => <PasswordInput {...control} {...form.register('secret')} autoComplete="off" />}
        </Field>
      )}
      <ClientField choice={client} hint={t('shops.clientHint')} />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{text.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('shops.connecting')}>
          {t('shops.connect')}
        </Button>
      </DialogFooter>
    </form>
  );
}
