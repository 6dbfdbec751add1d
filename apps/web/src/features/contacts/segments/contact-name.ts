import type { Contact } from '@waggle/contracts/contacts';

/** The address stands in for people who gave no name. */
export const contactName = ({
  firstName,
  lastName,
  email,
}: Pick<Contact, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;
