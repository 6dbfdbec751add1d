// @vitest-environment happy-dom
import { isRedirect, type ParsedLocation } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { crossesBorder } from './document-border.ts';

const billing = ['/dashboard/billing', '/dashboard/billing/', '/dashboard/billing/lost'];
const guest = ['/guest/overview', '/guest/campaigns/1', '/guest/x'];
const others = ['/', '/guests', '/auth/login', '/dashboard', '/dashboard/settings', '/dashboard/billings', '/billing'];

const sides = [billing, guest, others];
const across = sides.flatMap((side) =>
  sides.filter((other) => other !== side).flatMap((other) => side.flatMap((one) => other.map((two) => [one, two]))),
);

test.each(across)('between %s and %s a new document is loaded, in both directions', (one, other) => {
  expect([crossesBorder(one, other), crossesBorder(other, one)]).toEqual([true, true]);
});

test.each(sides)('on one side of the border nothing is loaded anew', (...side) => {
  expect(side.flatMap((from) => side.filter((to) => crossesBorder(from, to)))).toEqual([]);
});

/** What the guard does with a step to `href`, in a document that was loaded at `loadedAt`. */
async function step(loadedAt: string, href: string, preload = false) {
  vi.resetModules();
  window.history.replaceState(null, '', loadedAt);
  const { requireOwnDocument } = await import('./document-border.ts');
  const [pathname = ''] = href.split('?');
  try {
    requireOwnDocument({ location: { href, pathname } as ParsedLocation, preload });
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options;
    throw thrown;
  }
  return undefined;
}

test('a step over the border keeps the whole address and the entry of the history', async () => {
  const address = '/dashboard/billing?success=true';

  expect(await step('/dashboard/contacts', address)).toMatchObject({
    href: address,
    reloadDocument: true,
    replace: true,
  });
});

test('the document that was loaded for an address stays, so nothing loops', async () => {
  expect(await step('/dashboard/billing', '/dashboard/billing?success=true')).toBeUndefined();
  expect(await step('/dashboard/contacts', '/dashboard/settings')).toBeUndefined();
});

test('pointing at a link loads no document', async () => {
  expect(await step('/dashboard', '/dashboard/billing', true)).toBeUndefined();
});
