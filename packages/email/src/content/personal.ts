/** What an email may say about its reader, and nothing else. */
export type Personal = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  company: string | null;
  attributes: Readonly<Record<string, unknown>>;
  /** Ids of the contact's tags; looked up only for content that asks for them. */
  tagIds?: readonly string[];
};
