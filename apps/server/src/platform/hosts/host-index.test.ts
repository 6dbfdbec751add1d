import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { indexHosts } from './host-index.ts';
import type { HostRow } from './queries.ts';

const config = {
  PUBLIC_URL: 'https://waggle.example:8443',
  LINK_URL: 'https://lnk.example',
  HOSTS_TARGET: undefined,
  STRIPE_SECRET_KEY: 'sk',
};
const [organizationId, clientId] = [randomUUID(), randomUUID()];
const row = (host: string, change: Partial<HostRow> = {}): HostRow => ({
  host,
  organizationId,
  clientId: null,
  purposes: ['links', 'forms', 'dashboard'],
  state: 'verified',
  position: 0,
  tier: 'system',
  verifiedAt: '2026-05-01T00:00:00.000000',
  ...change,
});
const index = (...rows: HostRow[]) => indexHosts(rows, config);

describe('a Host header', () => {
  test.each(['go.example', 'GO.Example', 'go.example.', 'go.example:8443', 'Go.Example.:1'])('finds %s', (header) => {
    expect(index(row('go.example')).find(header)?.host).toBe('go.example');
  });

  test.each(['', undefined, 'example', 'xgo.example', 'go.example.evil', 'go.example@evil', 'go.example,evil', ' '])(
    'does not find %s',
    (header) => {
      expect(index(row('go.example')).find(header)).toBeUndefined();
    },
  );

  test('never finds a name of the installation, although somebody has it in the table', () => {
    const found = index(row('waggle.example'), row('lnk.example'));

    expect([found.find('waggle.example:8443'), found.find('lnk.example')]).toEqual([undefined, undefined]);
  });
});

describe('where new links begin', () => {
  test('is the scheme and port of the installation behind the name', () => {
    expect(index(row('go.example')).originOf({ organizationId, clientId: null }, 'links')).toBe(
      'https://go.example:8443',
    );
  });

  test("is never a client's name for another client or the organization itself", () => {
    const found = index(row('client.example', { clientId, purposes: ['links'] }));
    const origins = [clientId, randomUUID(), null].map((id) =>
      found.originOf({ organizationId, clientId: id }, 'links'),
    );

    expect(origins).toEqual(['https://client.example:8443', null, null]);
  });

  test('is no name that stopped, is for something else or is not paid for', () => {
    const found = index(
      row('stopped.example', { state: 'stopped' }),
      row('forms.example', { purposes: ['forms'] }),
      row('unpaid.example', { tier: 'plus' }),
    );

    expect(found.originOf({ organizationId, clientId: null }, 'links')).toBeNull();
    expect(found.originOf({ organizationId, clientId: null }, 'forms')).toBe('https://forms.example:8443');
  });

  test('is a name that fails for less than a week, and for the dashboard a verified one alone', () => {
    const found = index(row('failing.example', { state: 'failing' }));

    expect(found.originOf({ organizationId, clientId: null }, 'links')).toBe('https://failing.example:8443');
    expect(found.dashboardOf(organizationId)).toBeNull();
  });
});

test('of two who had a name it is of the verified one, whoever had it first', () => {
  const other = randomUUID();
  const found = index(
    row('go.example', { state: 'failing', verifiedAt: '2026-01-01T00:00:00.000000' }),
    row('go.example', { organizationId: other }),
  );

  expect(found.find('go.example')?.organizationId).toBe(other);
  expect(found.originOf({ organizationId, clientId: null }, 'links')).toBeNull();
});
