import { contactAddress, emailAddress, signInAddress } from '../../packages/contracts/src/fields.ts';
import { must, type Target } from './target.ts';

const [contact, email, signIn] = [contactAddress(), emailAddress(), signInAddress()];

/** What is taken for an address of somebody: it goes into headers, envelopes and links. */
export const addressTarget: Target = {
  name: 'address',
  seeds: [
    'ada@example.org',
    'a.b+c@sub.example.co.uk',
    ' X@EXAMPLE.COM ',
    "o'neil@example.ie",
    'a@b',
    '"x y"@example.org',
  ],
  tokens: ['@', '.', '..', '-', 'example.org', 'xn--', '>', '\r\n', ',b@example.org', '%00', '"', '(x)', 'ⓐ', '。'],
  longest: 400,
  check(input) {
    const text = input.toString();
    const [asContact, asEmail, asSignIn] = [contact, email, signIn].map((schema) => schema.safeParse(text));
    must(asContact!.success === asEmail!.success, 'a contact and a sender have the same addresses');
    must(!asSignIn!.success || asEmail!.success, 'whoever signs in can be written to');
    if (!asEmail!.success) return;
    const address = asEmail!.data;
    must(/^[\x21-\x7e]{3,254}$/.test(address), 'an address is printable ASCII of at most 254 characters');
    must(!/[\s<>()[\]\\,;:"]/.test(address) && address.split('@').length === 2, 'an address is one address');
    must(email.parse(address) === address, 'an address stays as it is when it is read again');
    must(asContact!.data!.toLowerCase() === address, 'a contact keeps what was typed but for blanks around it');
  },
};
