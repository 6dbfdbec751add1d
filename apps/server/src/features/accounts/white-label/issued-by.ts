/** The address of an authenticator app's entry, with another name before the account: `otpauth://totp/Waggle:ann@example.com?…`. */
export function issuedBy(uri: string, name: string): string {
  const changed = new URL(uri);
  // A colon would end the name.
  const issuer = name
    .split(':')
    .map((part) => part.trim())
    .join(' ');
  const account = decodeURIComponent(changed.pathname).split(':').at(-1) ?? '';
  changed.searchParams.set('issuer', issuer);
  const query = changed.searchParams.toString().replaceAll('+', '%20');
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}
