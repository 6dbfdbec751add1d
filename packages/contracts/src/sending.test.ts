import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareDomain, DomainName } from './sending.ts';

describe('V13: a domain as people paste it', () => {
  test.each([
    ['https://www.brightleaf.example/', 'brightleaf.example'],
    ['http://brightleaf.example:8080/shop?x=1#top', 'brightleaf.example'],
    [' Mail.Brightleaf.example. ', 'mail.brightleaf.example'],
    ['hello@brightleaf.example', 'brightleaf.example'],
    ['@brightleaf.example', 'brightleaf.example'],
    ['www.brightleaf.example', 'brightleaf.example'],
    ['www.com', 'www.com'],
  ])('%s becomes %s', (pasted, domain) => {
    expect(DomainName.parse(pasted)).toBe(domain);
  });

  test.each(['', 'brightleaf', 'https://', 'a b.example', 'ftp://brightleaf.example', '-x.example', '1.2.3.4'])(
    '%s is refused',
    (pasted) => {
      expect(DomainName.safeParse(pasted).success).toBe(false);
    },
  );

  test('a domain stays what it is, however it was wrapped', () => {
    const domains = fc.domain().map((name) => name.toLowerCase());
    fc.assert(
      fc.property(domains, (domain) => {
        fc.pre(DomainName.safeParse(domain).success && !domain.startsWith('www.'));
        const wrapped = [domain, `https://${domain}`, `https://www.${domain}/a/b?c#d`, `ann@${domain}`, `${domain}.`];
        expect(wrapped.map((one) => DomainName.parse(one))).toEqual(wrapped.map(() => domain));
      }),
    );
  });

  test('nothing that is typed breaks it, and what is kept is kept again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.emailAddress()), (typed) => {
        const { data } = DomainName.safeParse(typed);
        expect(data === undefined ? data : DomainName.parse(bareDomain(data))).toBe(data);
      }),
    );
  });
});
