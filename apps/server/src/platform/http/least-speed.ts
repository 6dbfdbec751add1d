import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** Bytes a second, over so many seconds: a telephone in a train is quicker than that. */
const least = { bytesPerSecond: 16_384, seconds: 30 };

/**
 * Ends a download whose reader takes it too slowly: each holds a connection of the database for as long as it lasts. Only
 * time in which bytes wait for the reader counts, not that in which the database looks for the next rows.
 */
export function cutSlowReader(response: ServerResponse, content: Readable, { bytesPerSecond, seconds } = least): void {
  const looks = 6;
  let waited = 0;
  let before = response.socket?.bytesWritten ?? 0;
  const timer = setInterval(
    () => {
      const now = response.socket?.bytesWritten ?? before;
      if (response.writableLength === 0 || now - before >= (bytesPerSecond * seconds) / looks) waited = 0;
      else waited += 1;
      before = now;
      if (waited >= looks) content.destroy(new Error('The reader is too slow.'));
    },
    (seconds * 1_000) / looks,
  );
  timer.unref();
  content.once('close', () => clearInterval(timer));
}
