/** A command does not do what was asked, and the sentence says why. Nothing is broken, so no stack is shown. */
export class Refusal extends Error {}

/** Runs a command; what it refuses is said in one sentence and the exit code is 1. */
export async function sayingRefusals(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
