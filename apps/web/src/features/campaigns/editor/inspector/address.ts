/** Shown in an empty field. */
export const addressStart = 'https://';

const hasScheme = /^[a-z][a-z0-9+-]{0,20}:/i;
const known = /^(?:https?:\/\/|mailto:|tel:|sms:)/i;

/** What people type is 'example.com/club'; what an email needs is 'https://example.com/club'. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  if (text === '' || known.test(text) || text.startsWith('#') || text.startsWith('{{')) return text;
  if (/^[^\s@/]{1,64}@[^\s@/]{1,200}$/.test(text)) return `mailto:${text}`;
  return hasScheme.test(text) ? text : `https://${text}`;
}

/** A link that leads somewhere; nothing typed yet is no mistake. */
export const isAddress = (typed: string): boolean => {
  const address = addressOf(typed);
  if (address === '' || /^(?:mailto|tel|sms):./i.test(address)) return true;
  return /^https?:\/\//i.test(address) && URL.canParse(address) && new URL(address).hostname.includes('.');
};
