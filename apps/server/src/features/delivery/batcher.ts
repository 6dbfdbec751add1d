type Waiting<Item, Answer> = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void };

/**
 * Many callers, one write: whoever comes while a write is under way goes with the next one. So one commit serves every
 * line that waits for it, and a lone caller waits for nobody.
 */
export function createBatcher<Item, Answer>(
  write: (items: Item[]) => Promise<Answer[]>,
  { atMost }: { atMost: number },
): { add(item: Item): Promise<Answer> } {
  let waiting: Waiting<Item, Answer>[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, atMost);
      try {
        const answers = await write(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = undefined;
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Everything that asks in this turn of the loop goes together.
        writing ??= new Promise<void>((done) => setImmediate(() => done(writeAll())));
      });
    },
  };
}
