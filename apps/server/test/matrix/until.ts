/** News of changed rights travels through the database; on a busy machine it takes its time. Answers whether it came. */
export async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
