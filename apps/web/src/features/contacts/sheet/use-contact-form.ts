import { useQuery } from '@tanstack/react-query';
import type { Attributes, ContactField } from '@waggle/contracts/contact-fields';
import { createContact, listContacts, type Contact, type StatedConsent } from '@waggle/contracts/contacts';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientChoice, type ClientChoice } from '#features/accounts/index.ts';
import { ApiProblem, call } from '#lib/api.ts';
import { useContractForm } from '#lib/form.ts';
import { toast } from '#ui/toast-store.ts';
import { attributeFrom, typedFrom } from '../attribute-value.tsx';
import { fieldsQuery, useCreateContact, useUpdateContact } from '../queries.ts';

const personFields = createContact.body.pick({
  email: true,
  firstName: true,
  lastName: true,
  phone: true,
  company: true,
});

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
  company: contact?.company ?? '',
});

type Names = Partial<Record<'firstName' | 'lastName' | 'phone' | 'company', string | null>>;

const namesOf = ({ firstName, lastName, phone, company }: Names) => ({
  firstName: firstName || null,
  lastName: lastName || null,
  phone: phone || null,
  company: company || null,
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
  const client = useClientChoice();
  const consent = useStatedConsent();
  const custom = useCustomFields(contact, client);
  const form = useContractForm(personFields, { defaultValues: typedOf(contact) });

  const send = form.submit(async ({ email, ...typed }) => {
    if (!contact && client.missing) return;
    forget();
    const { attributes, valid } = custom.read();
    if (!valid || (!contact && consent.isMissing())) return;
    const body = { email, ...namesOf(typed), attributes };
    try {
      const saved = contact
        ? await update.mutateAsync({ contactId: contact.id, ...body, ...(status && { status }) })
        : await create.mutateAsync({
            ...body,
            ...client.body,
            ...consent.body,
            status: status === 'lead' ? 'lead' : 'active',
          });
      onSaved(saved);
    } catch (error) {
      await explain(error, email);
      throw error;
    }
  });

  const save = (event: FormEvent) => {
    // Marked together with the fields that are wrong, and not after them.
    if (!contact) client.ask();
    return send(event);
  };

  return {
    form,
    save,
    client,
    consent,
    custom,
    ...obstacle,
    status: status ?? contact?.status ?? 'active',
    setStatus,
    dirty:
      form.formState.isDirty ||
      custom.dirty ||
      consent.dirty ||
      client.chosen !== undefined ||
      (status !== undefined && status !== contact?.status),
  };
}

export type ContactFormState = ReturnType<typeof useContactForm>;

/** Nobody is said to have agreed unless a person says so, and how. */
function useStatedConsent() {
  const [chosen, choose] = useState<StatedConsent>('not_asked');
  const [basis, setBasis] = useState('');
  const [asked, setAsked] = useState(false);
  const isEmpty = chosen === 'granted' && basis.trim() === '';
  return {
    chosen,
    choose,
    basis,
    setBasis,
    missing: asked && isEmpty,
    dirty: chosen === 'granted',
    body: { consent: chosen, basis: chosen === 'granted' ? basis.trim() : '' },
    isMissing: () => {
      setAsked(true);
      return isEmpty;
    },
  };
}

/** Custom fields are typed as text and become values when the form is sent. */
function useCustomFields(contact: Contact | undefined, { needed, chosen }: ClientChoice) {
  const all = useQuery(fieldsQuery).data?.items ?? [];
  const owner = contact ? contact.clientId : needed ? chosen : undefined;
  // Looking at one client, the server gives no fields of others.
  const fields = all.filter(({ clientId }) => clientId === null || clientId === owner || (!contact && !needed));
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
