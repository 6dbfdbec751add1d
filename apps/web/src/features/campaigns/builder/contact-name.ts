type Named = { firstName: string | null; lastName: string | null; email: string };

/** First and last name; empty where neither is known. */
export const nameOf = ({ firstName, lastName }: Named): string => [firstName, lastName].filter(Boolean).join(' ');
