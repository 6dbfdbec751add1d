// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function offeredOn(words: string[]): Promise<boolean> {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { parseRequestOptionsFromJSON: () => {} }),
  );
  const serverTiming = words.map((name) => ({ name }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming } as never]);
  vi.resetModules();
  const { offersPasskeys } = await import('./offers-passkeys.ts');
  return offersPasskeys();
}

test('passkeys are offered at the address of the installation, and not under a name of an organization', async () => {
  expect(await offeredOn([])).toBe(true);
  expect(await offeredOn(['traced'])).toBe(true);
  expect(await offeredOn(['traced', 'own-host'])).toBe(false);
});
