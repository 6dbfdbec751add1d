import type { PageData } from '@waggle/forms/page/data';

/** Tells how far somebody came: that they began, and each field once. No word of what they wrote. */
export function createReport({ id, version, token }: PageData) {
  const told = new Set<string>();
  let fresh: string[] = [];

  function flush(): void {
    if (fresh.length === 0) return;
    const body = JSON.stringify({ token, version, reached: fresh });
    fresh = [];
    const headers = { 'content-type': 'application/json' };
    // Goes out although the page is left.
    void fetch(`/forms/${id}/progress`, { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(
      () => {},
    );
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  addEventListener('pagehide', flush);

  return {
    flush,
    /** Those up to a field count too: whoever is here has passed them. */
    reach(fieldIds: readonly string[]): void {
      const isFirst = told.size === 0;
      const more = fieldIds.filter((fieldId) => !told.has(fieldId));
      more.forEach((fieldId) => told.add(fieldId));
      fresh.push(...more);
      if (isFirst) flush();
    },
  };
}
