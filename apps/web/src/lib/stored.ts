/** Browser storage that may be blocked or full: reading then gives nothing, and writing is forgotten. */
export const stored = {
  read(key: string): string | undefined {
    try {
      return localStorage.getItem(`waggle.${key}`) ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** Whether it is kept, for who tells a person so. */
  write(key: string, value: string | undefined): boolean {
    try {
      if (value === undefined) localStorage.removeItem(`waggle.${key}`);
      else localStorage.setItem(`waggle.${key}`, value);
      return true;
    } catch {
      return false;
    }
  },
};
