/** Milliseconds between two tries while the database is away. */
const pauseMs = 250;

/** Written again and again until the database takes it. It may be away for long, so there is no last try. */
export async function untilWritten(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
