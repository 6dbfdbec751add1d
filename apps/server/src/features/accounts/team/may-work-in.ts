/** Whether somebody may ever see rows of a client, whichever one they are in now. With null: rows of the organization itself. */
export const mayWorkIn = (
  { client_ids: limits }: { client_ids: readonly string[] },
  clientId: string | null,
): boolean => limits.length === 0 || (clientId !== null && limits.includes(clientId));
