const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** What a page is told beside its content, before its first call. Browsers pass it on over https only. */
export const pageSays = (word: 'traced' | 'own-host'): boolean =>
  page?.serverTiming?.some(({ name }) => name === word) ?? false;
