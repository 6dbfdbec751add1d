import { useQuery } from '@tanstack/react-query';
import type { Attributes, ContactField } from '@waggle/contracts/contact-fields';
import { createContact, listContacts, type Contact } from '@waggle/contracts/contacts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, call } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { toast } from '#ui/toast-store.ts';
import { attributeFrom, typedFrom } from '../attribute-value.tsx';
import { fieldsQuery, useCreateContact, useUpdateContact } from '../queries.ts';

const personFields = createContact.body.pick({ email: true, firstName: true, lastName: true, phone: true });

export type EditableStatus = 'active' | 'lead' | 'unsubscribed';

/** Whoever has this address already, so that the message can lead there. */
async function holderOf(email: string): Promise<Contact | undefined> {
  try {
    const { items } = await call(listContacts, { query: { search: email, limit: 25 } });
    return items.find((contact) => contact.email.toLowerCase() === email.toLowerCase());
  } catch {
    // The message under the field already says that the address is taken.
    return undefined;
  }
}

const typedOf = (contact: Contact | undefined) => ({
  email: contact?.email ?? '',
  firstName: contact?.firstName ?? '',
  lastName: contact?.lastName ?? '',
  phone: contact?.phone ?? '',
});

/** What stands in the way of saving, beyond what the fields say. */
function useObstacle(failedText: string) {
  const { t } = useTranslation('app');
  const [holder, setHolder] = useState<Contact>();
  const [full, setFull] = useState(false);

  const explain = async (error: unknown, email: string) => {
    const { code = '', fields = {} } = error instanceof ApiProblem ? error : {};
    setFull(code === 'plan_limit');
    if (code === 'already_exists') setHolder(await holderOf(email));
    else if (code !== 'plan_limit' && Object.keys(fields).length === 0) {
      toast({ tone: 'error', title: t('error'), description: failedText });
    }
  };
  const forget = () => {
    setHolder(undefined);
    setFull(false);
  };
  return { holder, full, explain, forget };
}

/** The form of one contact, new or known. */
export function useContactForm(contact: Contact | undefined, onSaved: (saved: Contact) => void) {
  const { t } = useTranslation('contacts');
  const create = useCreateContact();
  const update = useUpdateContact();
  const { explain, forget, ...obstacle } = useObstacle(t(contact ? 'form.updateFailed' : 'form.createFailed'));
  const [status, setStatus] = useState<EditableStatus>();
  const custom = useCustomFields(contact);
  const form = useContractForm(personFields, { defaultValues: typedOf(contact) });

  const save = form.submit(async ({ email, ...typed }) => {
    forget();
    const { attributes, valid } = custom.read();
    if (!valid) return;
    const names = { firstName: typed.firstName || null, lastName: typed.lastName || null, phone: typed.phone || null };
    const body = { email, ...names, attributes };
    try {
      const saved = contact
        ? await update.mutateAsync({ contactId: contact.id, ...body, ...(status && { status }) })
        : await create.mutateAsync({ ...body, status: status === 'lead' ? 'lead' : 'active' });
      onSaved(saved);
    } catch (error) {
      await explain(error, email);
      throw error;
    }
  });

  return {
    form,
    save,
    custom,
    ...obstacle,
    status: status ?? contact?.status ?? 'active',
    setStatus,
    dirty: form.formState.isDirty || custom.dirty || (status !== undefined && status !== contact?.status),
  };
}

export type ContactFormState = ReturnType<typeof useContactForm>;

/** Custom fields are typed as text and become values when the form is sent. */
function useCustomFields(contact: Contact | undefined) {
  const all = useQuery(fieldsQuery).data?.items ?? [];
  const fields = all.filter(({ clientId }) => !contact || clientId === null || clientId === contact.clientId);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const valueOf = ({ key }: ContactField) => typed[key] ?? typedFrom(contact?.attributes[key]);

  return {
    fields,
    valueOf,
    isWrong: ({ key }: ContactField) => wrong.includes(key),
    type: ({ key }: ContactField, value: string) => setTyped((now) => ({ ...now, [key]: value })),
    dirty: Object.keys(typed).length > 0,
    read: () => {
      const touched = fields.filter(({ key }) => key in typed);
      const read = touched.map((field) => [field.key, attributeFrom(field, valueOf(field))] as const);
      const bad = read.filter(([, value]) => value === undefined).map(([key]) => key);
      setWrong(bad);
      return { attributes: Object.fromEntries(read) as Attributes, valid: bad.length === 0 };
    },
  };
}
