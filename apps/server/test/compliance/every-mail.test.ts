import { createHash } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from '../harness/cases.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createLinkKeys } from '../../src/platform/tracking/link-keys.ts';
import type { LinkKey } from '../../src/platform/tracking/mac.ts';
import { readOptOut } from '../../src/platform/tracking/opt-out-token.ts';
import { type Purpose, readToken, uuidBytes } from '../../src/platform/tracking/token.ts';
import { type MailedTenant, type ReadMail, readMail, startMailedTenant } from './mailed-tenant.ts';

const people = casesOf(1_000);
let tenant: MailedTenant;
let contacts: { id: string; email: string }[];
let mails: ReadMail[];
beforeAll(async () => {
  tenant = await startMailedTenant();
  contacts = await tenant.mailTo(people);
  mails = [];
  for (const { raw } of tenant.received) mails.push(await readMail(raw));
});
afterAll(() => tenant.close());

test(`each of ${people} mails a worker sent verifies, RSA and Ed25519, with both list headers signed (C1)`, async () => {
  const { records } = tenant.admin.domain;
  const resolver = async (name: string) => records.filter((record) => record.name === name).map(({ value }) => [value]);
  const seen = new Map<string, number>();

  for (const { raw } of tenant.received) {
    const { results } = await dkimVerify(Buffer.from(raw, 'latin1'), { resolver });
    for (const { status, algo, signingDomain } of results) {
      const verdict = `${algo} ${signingDomain} ${status.result}`;
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
    }
  }

  const { domain } = tenant.admin.domain;
  expect(tenant.received).toHaveLength(people);
  expect(Object.fromEntries(seen)).toEqual({
    [`rsa-sha256 ${domain} pass`]: people,
    [`ed25519-sha256 ${domain} pass`]: people,
  });
  for (const { head } of mails) {
    const signed = [...head.matchAll(/^DKIM-Signature: .*?\bh=([^;]+);/gm)].map(([, names]) =>
      names!.split(':').map((name) => name.trim().toLowerCase()),
    );
    expect(signed).toHaveLength(2);
    for (const names of signed)
      expect(names).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
  }
});

test('each has one way out of at most 180 characters, on one line, and the word for one click (C1, C2)', () => {
  for (const { head, unsubscribe } of mails) {
    expect(unsubscribe).toMatch(/^http:\/\/waggle\.test\/t\/u\/[\w-]{112}$/);
    expect(unsubscribe.length).toBeLessThanOrEqual(180);
    expect(head.match(/^List-Unsubscribe:/gim)).toHaveLength(1);
    expect(head.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/gm)).toHaveLength(1);
  }
  expect(new Set(mails.map(({ unsubscribe }) => unsubscribe)).size).toBe(people);
});

const unkeyed = (email: string) => createHash('sha256').update(`email:${email}`).digest();

/** The hash is keyed: whoever guesses the address cannot tell from the link that it is the right one. */
function expectGenuine(keys: readonly LinkKey[], purpose: Purpose, token: string, to: string): void {
  if (purpose !== 'unsubscribe' && purpose !== 'preferences')
    return expect(readToken(keys, token, purpose)).not.toBeNull();
  const hash = readOptOut(keys, token, purpose)?.hashed?.addressHash;
  expect([hash?.length, hash?.equals(unkeyed(to))]).toEqual([32, false]);
}

test('no address in any of them says who got it, not even when its token is decoded (K8)', async () => {
  const secrets = createSecrets(tenant.api.config);
  const keys = await createLinkKeys(tenant.api.database.tenant(null), secrets).all();
  const byEmail = new Map(contacts.map((contact) => [contact.email, contact]));
  const own = { u: 'unsubscribe', p: 'preferences', o: 'open', c: 'click', v: 'view' } as const;
  const kinds = new Map<string, number>();
  let looked = 0;

  for (const [at, { uris }] of mails.entries()) {
    const { to } = tenant.received[at]!;
    const { id } = byEmail.get(to)!;
    for (const uri of uris) {
      looked += 1;
      const path = decodeURIComponent(new URL(uri).pathname + new URL(uri).search);
      const tokens = path.split(/[^\w-]+/).map((part) => Buffer.from(part, 'base64url'));
      const said = [uri, path, ...tokens.map((token) => token.toString('latin1'))].join('\n').toLowerCase();
      expect(path).not.toContain('@');
      expect(said).not.toMatch(/adalbert|zyxwvutsky|49151|email|contact/);
      expect(said).not.toContain(to.slice(to.indexOf('@') + 1));
      expect(said).not.toContain(id);
      for (const token of tokens) expect(token.includes(uuidBytes(id)) || token.toString().includes(id)).toBe(false);
      const [, letter = '', token = ''] = /^\/t\/([ucpov])\/([\w-]{88,112})$/.exec(path) ?? [];
      if (!letter) continue;
      kinds.set(letter, (kinds.get(letter) ?? 0) + 1);
      // Genuine, so that what is looked at above is what a reader gets.
      expectGenuine(keys, own[letter as keyof typeof own], token, to);
    }
  }

  process.stdout.write(`looked at ${looked} addresses in ${mails.length} mails\n`);
  expect(kinds.get('u')).toBe(people);
  expect(kinds.get('p')).toBe(people);
  expect(kinds.get('o')).toBe(people);
  expect(kinds.get('v')).toBe(people);
  expect(kinds.get('c')).toBeGreaterThanOrEqual(3 * people);
});
