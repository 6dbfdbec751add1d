/** Browser storage that may be blocked or full: reading then gives nothing, and writing is forgotten. */
export const stored = {
  read(key: string): string | undefined {
    try {
      return localStorage.getItem(`waggle.${key}`) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(key: string, value: string | undefined): void {
    try {
      if (value === undefined) localStorage.removeItem(`waggle.${key}`);
      else localStorage.setItem(`waggle.${key}`, value);
    } catch {
      // Nothing depends on it being kept.
    }
  },
};
