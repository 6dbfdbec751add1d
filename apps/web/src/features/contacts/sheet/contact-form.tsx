import { Link } from '@tanstack/react-router';
import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Contact } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { ClientField } from '#features/accounts/index.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { nameOf } from '../contact-words.tsx';
import { ConsentChoice } from './consent-choice.tsx';
import type { ContactFormState, EditableStatus } from './use-contact-form.ts';

type ContactFormProps = {
  state: ContactFormState;
  /** Without one a new contact is added. */
  contact?: Contact | undefined;
  onCancel: () => void;
  /** Called before whoever has the address already is opened instead. */
  onOpenHolder: () => void;
};

export function ContactForm({ state, contact, onCancel, onOpenHolder }: ContactFormProps) {
  const { t } = useTranslation('contacts');
  const { form, save, custom } = state;
  return (
    <form noValidate onSubmit={save} className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-4 p-5 sm:p-6">
        {!contact && <ClientField choice={state.client} />}
        <Field label={t('form.email')} required error={form.errorOf('email')}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('email')}
              type="email"
              inputMode="email"
              autoComplete="off"
              data-autofocus={state.client.needed ? undefined : true}
            />
          )}
        </Field>
        {state.holder && <AlreadyThere holder={state.holder} onOpen={onOpenHolder} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('form.firstName')} error={form.errorOf('firstName')}>
            {(control) => <TextInput {...control} {...form.register('firstName')} autoComplete="off" />}
          </Field>
          <Field label={t('form.lastName')} error={form.errorOf('lastName')}>
            {(control) => <TextInput {...control} {...form.register('lastName')} autoComplete="off" />}
          </Field>
        </div>
        <Field label={t('form.phone')} error={form.errorOf('phone')}>
          {(control) => <TextInput {...control} {...form.register('phone')} type="tel" autoComplete="off" />}
        </Field>
        <Field label={t('form.company')} error={form.errorOf('company')}>
          {(control) => <TextInput {...control} {...form.register('company')} autoComplete="off" />}
        </Field>
        <StatusField state={state} contact={contact} />
        {!contact && <ConsentChoice consent={state.consent} />}
        {custom.fields.map((field) => (
          <CustomField key={field.key} field={field} custom={custom} />
        ))}
        <p className="text-xs text-subtle">{t('form.requiredNote')}</p>
        <FormProblem state={state} />
      </div>
      <div className="sticky bottom-0 flex justify-end gap-2 border-t border-line bg-raised px-5 py-4 sm:px-6">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t(contact ? 'save' : 'add')}
        </Button>
      </div>
    </form>
  );
}

function FormProblem({ state: { form, full } }: { state: ContactFormState }) {
  const { t } = useTranslation('contacts');
  if (!form.problem) return null;
  return (
    <Alert tone="danger" title={full ? form.problem : undefined}>
      {full ? t('limit.full') : form.problem}
    </Alert>
  );
}

function AlreadyThere({ holder, onOpen }: { holder: Contact; onOpen: () => void }) {
  const { t } = useTranslation('contacts');
  return (
    <Alert
      tone="info"
      action={
        <Link
          from="/dashboard/contacts"
          search={(now) => ({ ...now, add: undefined, edit: undefined, contact: holder.id })}
          onClick={onOpen}
          className="font-medium text-link underline underline-offset-2"
        >
          {t('form.openExisting')}
        </Link>
      }
    >
      {t('form.existing', { name: nameOf(holder) })}
    </Alert>
  );
}

const newStatuses: readonly EditableStatus[] = ['active', 'lead'];
const knownStatuses: readonly EditableStatus[] = ['active', 'lead', 'unsubscribed'];

function StatusField({ state, contact }: Pick<ContactFormProps, 'state' | 'contact'>) {
  const { t } = useTranslation('contacts');
  const { status, setStatus } = state;
  // Who has opted out, or cannot be reached, is not made active by hand.
  const fixed = contact !== undefined && contact.status !== 'active' && contact.status !== 'lead';
  const offered = contact ? knownStatuses : newStatuses;
  const shown = fixed ? [contact.status] : offered;
  return (
    <Field label={t('form.status')} hint={fixed ? t('form.statusFixed') : undefined}>
      {(control) => (
        <Select
          {...control}
          disabled={fixed}
          value={status}
          onValueChange={(picked) => setStatus(offered.find((one) => one === picked))}
          options={shown.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
      )}
    </Field>
  );
}

/** A select has no empty value, so "nothing" has a name of its own. */
const nothing = '-';
const inputTypes = { text: 'text', number: 'text', date: 'date' } as const;

function CustomField({ field, custom }: { field: ContactField; custom: ContactFormState['custom'] }) {
  const { t } = useTranslation('contacts');
  const value = custom.valueOf(field);
  const choices =
    field.type === 'boolean'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : field.options.map((option) => ({ value: option, label: option }));
  return (
    <Field label={field.label} error={custom.isWrong(field) ? t('form.notANumber') : undefined}>
      {(control) =>
        field.type === 'boolean' || field.type === 'choice' ? (
          <Select
            {...control}
            value={value || nothing}
            onValueChange={(picked) => custom.type(field, picked === nothing ? '' : picked)}
            options={[{ value: nothing, label: t('sheet.nothing') }, ...choices]}
          />
        ) : (
          <TextInput
            {...control}
            type={inputTypes[field.type]}
            inputMode={field.type === 'number' ? 'decimal' : undefined}
            value={value}
            autoComplete="off"
            onChange={(event) => custom.type(field, event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}
